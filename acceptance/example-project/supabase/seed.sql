insert into public.shelf (label) values ('one'), ('two'), ('three');
