// In place of a header that Debian's liblammps-dev includes and does not have: what LAMMPS' own headers need to compile.

#ifndef FMT_FORMAT_H_
#define FMT_FORMAT_H_

namespace fmt {

class string_view;
class format_args;

template <typename... Args, typename S> format_args make_args_checked(const S &, Args &&...);

}    // namespace fmt

#endif
