-- Phone numbers, where the installation lets people sign in with them. Text messages leave by the queue that mails use.

alter table auth.users
  -- Uniqueness compares bytes, so every writer has to agree on one spelling: digits, without the plus.
  add constraint users_phone_is_digits check (phone ~ '^[1-9][0-9]{1,14}$');

create index users_phone_change_idx on auth.users (phone_change) where phone_change <> '';

alter table auth.mail_queue
  add column channel text not null default 'email' check (channel in ('email', 'sms', 'whatsapp'));

comment on table auth.mail_queue is 'Mails and text messages that have still to be sent.';
comment on column auth.mail_queue.channel is 'How the message travels; recipient is an e-mail address or a phone number.';
