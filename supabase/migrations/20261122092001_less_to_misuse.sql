-- Less to misuse: what may carry a secret is masked in the history, a picture's address is nothing but one, and a name
-- can be seen.

-- A webhook's path is often its password. Its record shows it to whoever works with it; the history of a replaced one
-- would show it for ever, to every member.
create function private.masked_address(address jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(address) = 'string' and address #>> '{}' <> ''
    then to_jsonb(coalesce(substring(address #>> '{}' from '^[^:]+://[^/?#]+'), '') || '/…')
    else address
  end
$$;
comment on function private.masked_address(jsonb) is 'An address without what follows its host, where a secret may be.';

create function private.mask_history() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.before := private.masked_address(new.before);
  new.after := private.masked_address(new.after);
  return new;
end
$$;
comment on function private.mask_history() is 'Trigger: the history keeps of a webhook''s address only where it leads.';

alter function private.masked_address(jsonb) owner to cairn_definer;
alter function private.mask_history() owner to cairn_definer;

update public.record_history h
set before = private.masked_address(h.before), after = private.masked_address(h.after)
where h.field = 'webhook_url';
create trigger record_history_mask before insert on public.record_history
  for each row when (new.field = 'webhook_url') execute function private.mask_history();

-- As with the account's logo: no user information before the host, no space, no line break.
update public.profiles set avatar = null
where avatar <> '' and avatar !~* '^https?://[^[:space:][:cntrl:]/?#@\\]+([/?#][^[:space:][:cntrl:]\\]*)?$';
alter table public.profiles drop constraint profiles_avatar_is_web_address;
alter table public.profiles add constraint profiles_avatar_is_web_address check (private.holds(
  avatar = ''
    or char_length(avatar) <= 2048 and avatar ~* '^https?://[^[:space:][:cntrl:]/?#@\\]+([/?#][^[:space:][:cntrl:]\\]*)?$',
  'Avatar must be a web address (https or http) of at most 2,048 characters.'
));

-- Fillers, blanks and selectors are part of some scripts, and so stay between other characters; alone they show nothing.
create or replace function private.display_text(value text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when shown ~ '[^ \u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]' then shown
    when shown is not null then ''
  end
  from (
    select btrim(regexp_replace(
      regexp_replace(
        value,
        '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]',
        '', 'g'
      ),
      '[\u0001-\u0020\u007f-\u00a0\u2028\u2029]+', ' ', 'g'
    )) as shown
  ) as cleaned
$$;
comment on function private.display_text(text) is
  'One line of text without control, direction and invisible characters, trimmed, white space collapsed; empty where nothing of it can be seen.';
