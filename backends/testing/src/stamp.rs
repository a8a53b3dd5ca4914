//! One list of all tests.

/// Stamps every test for a [`Backend`](crate::Backend).
#[macro_export]
macro_rules! device_tests {
    ($backend:ty) => {
        $crate::device_tests! { $backend:
            // memory
            copies_return_what_was_copied
            nothing_can_be_allocated_and_copied
            zeros_fill_buffers_of_any_size_and_no_others
            too_much_memory_is_an_error
            freed_memory_serves_other_sizes
            devices_copy_from_each_other
            // programs
            groups_have_lanes_and_threads
            every_type_of_argument_arrives
            launches_are_in_order_and_outlive_free
            scratch_reaches_the_limit
            threads_may_share_a_kernel
            a_kernel_that_does_not_compile_shows_log_and_source
            wrong_launches_are_errors
            a_second_start_compiles_nothing
            // names
            names_and_aliases_open_the_same_device
            an_unknown_name_lists_those_present
            // streams
            encoded_launches_repeat_with_their_arguments
            graphs_repeat_launches_copies_and_zeros
            graphs_are_captured_while_memory_runs_out
            streams_wait_for_events_of_each_other
            an_event_is_waited_for
            page_locked_memory_is_copied_behind_the_host
        }
    };
    ($backend:ty: $($test:ident)*) => {
        $(
            #[test]
            fn $test() -> ::portax::Result<()> {
                $crate::tests::$test::<$backend>()
            }
        )*
    };
}
