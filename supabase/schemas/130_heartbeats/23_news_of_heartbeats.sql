-- News of heartbeats: that one goes late, fails or is back, which waits to be told.

create table private.heartbeat_news (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  heartbeat_id uuid not null,
  event text not null,
  at timestamptz not null,
  since timestamptz,
  constraint heartbeat_news_heartbeat_id_fkey foreign key (account_id, heartbeat_id)
    references public.heartbeats (account_id, id) on delete cascade,
  constraint heartbeat_news_event_known check (event in ('late', 'failing', 'back'))
);
create index heartbeat_news_account_idx on private.heartbeat_news (account_id, at);
create index heartbeat_news_heartbeat_id_idx on private.heartbeat_news (account_id, heartbeat_id);
comment on table private.heartbeat_news is 'Pending notifications about heartbeats.';
comment on column private.heartbeat_news.event is 'late, failing or back.';
comment on column private.heartbeat_news.since is 'For back: since when it was late or failing.';

alter table private.heartbeat_news enable row level security;
alter table private.heartbeat_news force row level security;

grant select, insert, update, delete on private.heartbeat_news to cairn_definer;
