"""Run-time compilers (NVRTC, hiprtc) driven through ctypes: their C interfaces differ in the prefix of the names only."""

import argparse
import ctypes
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from record import Record


class CompileError(Exception):
    """What the compiler printed about a source that it refused."""


@dataclass
class Kernel:
    """Resources of one compiled kernel; spills are counted in `spill_unit`."""

    name: str
    registers: str
    spills: int
    spill_unit: str


class Rtc:
    """One run-time compiler: its shared library and the prefix of its functions ("nvrtc", "hiprtc")."""

    def __init__(self, library, prefix):
        self._library = ctypes.CDLL(library)
        self._prefix = prefix
        self._call("GetErrorString").restype = ctypes.c_char_p

    def _call(self, function):
        return getattr(self._library, self._prefix + function)

    def _check(self, status):
        if status != 0:
            raise CompileError(self._call("GetErrorString")(status).decode())

    def _text(self, program, what):
        size = ctypes.c_size_t()
        self._check(self._call(f"Get{what}Size")(program, ctypes.byref(size)))
        buffer = ctypes.create_string_buffer(size.value)
        self._check(self._call(f"Get{what}")(program, buffer))
        return buffer.raw

    def compile(self, source, name, options, result):
        """Compiles the text `source`; returns the bytes of `result` ("CUBIN", "Code") and the compiler's log."""
        program = ctypes.c_void_p()
        self._check(self._call("CreateProgram")(
            ctypes.byref(program), source.encode(), name.encode(), 0, None, None))
        try:
            flags = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
            status = self._call("CompileProgram")(program, len(options), flags)
            log = self._text(program, "ProgramLog").rstrip(b"\0").decode(errors="replace")
            if status != 0:
                raise CompileError(log)
            return self._text(program, result), log
        finally:
            self._call("DestroyProgram")(ctypes.byref(program))


def report(description, default_arch, compile_file):
    """Runs `compile_file(path, arch)`, which returns kernels, on each file of the command line; prints one line a kernel.

    Exits with 1 if a file did not compile or holds no kernel, or if what it takes is not what tests/costs.txt says.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--arch", default=default_arch, help="architecture to compile for (default: %(default)s)")
    parser.add_argument("files", nargs="+", type=Path, help="generated sources")
    parser.add_argument("--record", action="store_true", help="compare registers and spills with tests/costs.txt")
    parser.add_argument("--bless", action="store_true", help="write them into tests/costs.txt")
    arguments = parser.parse_args()
    record = Record() if arguments.record or arguments.bless else None
    failures = sum(not _report_file(path, arguments.arch, compile_file, record) for path in arguments.files)
    if failures:
        sys.exit(f"{failures} of {len(arguments.files)} files failed")
    if record:
        record.finish(arguments.bless)


def _report_file(path, arch, compile_file, record):
    start = time.monotonic()
    try:
        kernels = compile_file(path, arch)
        if not kernels:
            raise CompileError("no kernel in this file")
    except (CompileError, OSError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return False
    seconds = time.monotonic() - start
    for kernel in kernels:
        print(f"{path} {kernel.name}: {kernel.registers}, {kernel.spills} {kernel.spill_unit} spilled, {seconds:.2f} s",
              flush=True)
        if record:
            record.add("registers", arch, path.stem, int(kernel.registers.split()[0]))
            record.add("spilled", arch, path.stem, kernel.spills)
    return True
