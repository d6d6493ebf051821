insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'ada@library.example'),
  ('00000000-0000-0000-0000-00000000000b', 'bea@library.example');
insert into public.books (id, isbn, title, shelf, tags, price, weight_g) values
  (1, '9780000000001', 'Maps of the harbour', 'hall.left', '{maps,sea}', '(12.50,EUR)', 750),
  (2, '9780000000002', 'Letters home', 'hall.right', '{letters}', null, null);
insert into public.loans (id, book_id, reader_id, stars) values
  ('10000000-0000-0000-0000-000000000001', 2, '00000000-0000-0000-0000-00000000000b', 5);
update public.books set state = 'lent' where id = 2;
refresh materialized view reports.books_by_state;
