//! Vectors of three numbers, and matrices of three by three.

/// A matrix by rows.
pub(crate) type Matrix = [[f64; 3]; 3];

/// The matrix with these numbers on its diagonal, and zeros beside it.
pub(crate) fn diagonal([x, y, z]: [f64; 3]) -> Matrix {
    [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]]
}

/// a times b.
pub(crate) fn product(a: Matrix, b: Matrix) -> Matrix {
    let element = |i: usize, j: usize| (0..3).map(|k| a[i][k] * b[k][j]).sum();
    std::array::from_fn(|i| std::array::from_fn(|j| element(i, j)))
}

/// A matrix times a number.
pub(crate) fn scaled(m: Matrix, factor: f64) -> Matrix {
    m.map(|row| row.map(|element| factor * element))
}

/// A row times a matrix.
pub(crate) fn row_times(row: [f64; 3], m: Matrix) -> [f64; 3] {
    std::array::from_fn(|d| row[0] * m[0][d] + row[1] * m[1][d] + row[2] * m[2][d])
}

/// a · b.
pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a × b.
pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
