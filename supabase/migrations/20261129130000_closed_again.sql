-- Closed again: rules that archives, tokens, apps and limits did not keep.

-- Closed again: what a third round of attacks found. Tables and data, by hand.

-- People of an archive are not invited until an admin sends it. Invitations of before were sent when they were made.
alter table public.pending_invitations add column sent_at timestamptz;
update public.pending_invitations set sent_at = created_at;
alter table public.pending_invitations alter column sent_at set default now();
comment on column public.pending_invitations.sent_at is
  'When it was sent; empty for a person of an archive whom nobody has invited yet.';

-- How many bytes of archives can be brought at once.
create table private.archive_room (
  only_one boolean primary key default true check (only_one),
  most_bytes bigint not null default 10000000000,
  most_bytes_of_new bigint not null default 250000000
);
comment on table private.archive_room is 'How many bytes of archives can be brought at once, as the operator has set it.';
comment on column private.archive_room.most_bytes is 'Of all accounts together. Accounts younger than a day have half of it at most.';
comment on column private.archive_room.most_bytes_of_new is 'Of one account that is younger than a day.';
alter table private.archive_room owner to cairn_owner;
insert into private.archive_room default values;
alter table private.archive_room enable row level security;
alter table private.archive_room force row level security;

-- Ways in that were closed again, and limits that hold.

-- What the server hears of the minute before makes the answer another one.
drop function private.count_api_requests(jsonb);
