-- expand: a closed account that keeps no name holds none; readers are told so in their language. Older processes show it without a name.
update users set last_name = '' where status = 'closed' and first_name = '' and last_name = 'Former user';
