//! Pennycook's metric.

/// The harmonic mean of efficiencies; zero where one is missing, or there is none.
pub fn pennycook(efficiencies: &[Option<f64>]) -> f64 {
    let inverse = |e: &Option<f64>| e.filter(|&e| e > 0.0).map(f64::recip);
    let sum: Option<f64> = efficiencies.iter().map(inverse).sum();
    match sum {
        Some(sum) if sum > 0.0 => efficiencies.len() as f64 / sum,
        _ => 0.0,
    }
}

/// Efficiencies from the best on, unsupported ones as 0, and PP of the first one, two, and so on.
pub fn cascade(efficiencies: &[Option<f64>]) -> Vec<[f64; 2]> {
    let mut sorted = efficiencies.to_vec();
    sorted.sort_by(|a, b| b.unwrap_or(0.0).total_cmp(&a.unwrap_or(0.0)));
    let of_first = |n: usize| [sorted[n].unwrap_or(0.0), pennycook(&sorted[..=n])];
    (0..sorted.len()).map(of_first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_harmonic_and_zero_where_one_is_unsupported() {
        assert_eq!(pennycook(&[Some(0.5), Some(1.0)]), 2.0 / 3.0);
        assert_eq!(pennycook(&[Some(0.25); 3]), 0.25);
        assert_eq!(pennycook(&[Some(1.0), None]), 0.0);
        assert_eq!(pennycook(&[]), 0.0);
    }

    #[test]
    fn cascades_begin_with_the_best() {
        let steps = cascade(&[Some(0.5), None, Some(1.0)]);
        assert_eq!(steps, [[1.0, 1.0], [0.5, 2.0 / 3.0], [0.0, 0.0]]);
    }
}
