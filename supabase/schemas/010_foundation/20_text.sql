-- Helpers for text: display text, addresses, mailboxes, domains and hashes of tokens.
--
-- Display text is a single line without invisible characters: what users type as a name or a list entry is stored so.
-- The helpers read no table, so every file may call them.

-- Fillers, blanks and selectors are part of some scripts, so they stay between other characters; alone they show
-- nothing.
create function private.display_text(value text) returns text
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
  'Text in one line, without control, direction and invisible characters, trimmed, white space collapsed; empty where nothing of it can be seen.';
grant execute on function private.display_text(text) to authenticated, service_role, cairn_owner;

-- Characters that join letters and signs stay: some scripts need them.
create function private.display_lines(value text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(
    replace(value, e'\r\n', e'\n'),
    '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]',
    '', 'g'
  )
$$;
comment on function private.display_lines(text) is
  'Text of several lines without control, direction and invisible characters.';
grant execute on function private.display_lines(text) to authenticated, service_role, cairn_owner;

create function private.email_domain(email text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(lower(rtrim(substring(email from '@([^@]*)$'), '.')), '')
$$;
comment on function private.email_domain(text) is 'The part after the last @, in lower case; null where nothing follows it.';

create function private.masked_email(email text) returns text
language sql immutable set search_path = ''
as $$
  select left(email, 2) || '********'
$$;
comment on function private.masked_email(text) is
  'An address as others may see it: its first two characters, then always the same number of stars.';

create function private.clean_list(list text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(first.entry order by first.place), '{}')
  from (
    select private.display_text(given.entry) as entry, min(given.place) as place
    from unnest(list) with ordinality as given (entry, place)
    group by 1
  ) first
  where first.entry <> ''
$$;
comment on function private.clean_list(text[]) is
  'The entries as display text, in their order, without empty and repeated ones.';
grant execute on function private.clean_list(text[]) to authenticated, service_role, cairn_owner;

-- A function looks a token up by its hash. So no token is compared character by character, and response times tell a
-- caller nothing.
create function private.token_hash(token text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;
comment on function private.token_hash(text) is 'The form in which a token is stored: its SHA-256, in hexadecimal.';

create function private.metadata_text(metadata jsonb, field text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(metadata -> field) = 'string'
    then nullif(btrim(left(private.display_text(left(metadata ->> field, 1000)), 120)), '')
  end
$$;
comment on function private.metadata_text(jsonb, text) is
  'A name out of sign-up metadata, at most 120 characters of display text; null when there is none.';

-- Not every mail server ignores dots. Two people whose addresses differ in dots alone are rare. Once the first has
-- left an account, the second needs an invitation to it, and that is all.
create function private.mailbox(email text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(nullif(replace(split_part(local, '+', 1), '.', ''), ''), local) || '@' || private.email_domain(email)
  from (select lower(regexp_replace(email, '@[^@]*$', '')) as local) as address
$$;
comment on function private.mailbox(text) is
  'The mailbox behind an address: without subaddress (what follows a +) and dots, in lower case.';

-- A webhook's path is often its password. Members who work with the record see the present address; the history would
-- show a replaced address to every member forever.
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

create function private.domain_and_parents(domain text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(array_to_string(labels[place:], '.'))
  from (select string_to_array(domain, '.') as labels) as given, generate_subscripts(labels, 1) as place
$$;
comment on function private.domain_and_parents(text) is 'A domain and all that it is below: a.b.example, b.example, example.';
