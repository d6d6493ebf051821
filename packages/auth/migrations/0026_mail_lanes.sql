-- What somebody waits for is sent before what goes out in great numbers, and a message that cannot be put together is set
-- aside for the operator.

alter table auth.mail_queue
  -- An older server that runs beside this one says none: then somebody may wait for it.
  add column priority smallint not null default 0 check (priority between 0 and 2),
  add column set_aside_at timestamptz,
  add column error text;

update auth.mail_queue set priority = 1 where template = 'notification';
update auth.mail_queue set priority = 2 where template = 'digest';

create index mail_queue_to_send_idx on auth.mail_queue (priority, next_attempt_at) where set_aside_at is null;
create index mail_queue_set_aside_at_idx on auth.mail_queue (set_aside_at) where set_aside_at is not null;

comment on column auth.mail_queue.priority is
  '0: somebody waits for it, or it is about the safety of an account; 1: a mail about notifications; 2: a digest. The lowest goes first.';
comment on column auth.mail_queue.set_aside_at is
  'When the message was set aside, because it could not be put together; empty while it is to be sent.';
comment on column auth.mail_queue.error is 'Why it was set aside.';
