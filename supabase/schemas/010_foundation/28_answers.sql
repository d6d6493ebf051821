-- Answers: types of values that a procedure always gives.
--
-- Postgres knows of no column that a function returns whether it can be null. These types say so, and Postgres holds a
-- function to them. `npm run types` takes the types of the web app from them, so that nothing parses these answers again.

create domain private.given_id as uuid not null;
alter domain private.given_id owner to cairn_owner;
comment on domain private.given_id is 'An id in an answer, never null.';

create domain private.given_text as text not null;
alter domain private.given_text owner to cairn_owner;
comment on domain private.given_text is 'A text in an answer, never null.';

create domain private.given_number as bigint not null;
alter domain private.given_number owner to cairn_owner;
comment on domain private.given_number is 'A whole number in an answer, never null.';

create domain private.given_amount as numeric not null;
alter domain private.given_amount owner to cairn_owner;
comment on domain private.given_amount is 'A number in an answer, never null.';

create domain private.given_flag as boolean not null;
alter domain private.given_flag owner to cairn_owner;
comment on domain private.given_flag is 'Yes or no in an answer, never null.';

create domain private.given_moment as timestamptz not null;
alter domain private.given_moment owner to cairn_owner;
comment on domain private.given_moment is 'A moment in an answer, never null.';

create domain private.given_day as date not null;
alter domain private.given_day owner to cairn_owner;
comment on domain private.given_day is 'A day in an answer, never null.';
