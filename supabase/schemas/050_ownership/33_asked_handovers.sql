-- Reading what a handover asks for: who gets each record, and the rest.

create function private.is_receiver_choice(choice jsonb, names text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(choice) = 'object'
    then choice - names = '{}'
      and num_nonnulls(choice -> 'receiver', choice -> 'invitation', choice -> 'team', choice -> 'suggested') <= 1
      and coalesce(choice -> 'suggested', 'true') = 'true'
    else false
  end
$$;
comment on function private.is_receiver_choice(jsonb, text[]) is
  'Whether it says who gets a record: a receiver, an invitation, a team, the suggested receiver, or none of these; and nothing but these names.';

create function private.parsed_handover(choices jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  given constant jsonb := jsonb_strip_nulls(choices);
  is_clear boolean := false;
begin
  if jsonb_typeof(given) = 'object' and jsonb_typeof(coalesce(given -> 'records', '[]')) = 'array'
    and jsonb_typeof(coalesce(given -> 'service_accounts', '[]')) = 'array'
  then
    is_clear := given - array['records', 'rest', 'service_accounts'] = '{}'
      and private.is_receiver_choice(coalesce(given -> 'rest', '{}'), array['receiver', 'invitation', 'team', 'suggested'])
      and not exists (
        select from jsonb_array_elements(given -> 'records') as choice
        where not private.is_receiver_choice(choice, array['kind', 'id', 'part', 'receiver', 'invitation', 'team'])
      )
      and not exists (
        select from jsonb_array_elements(given -> 'service_accounts') as choice
        where not private.is_receiver_choice(choice, array['id', 'receiver'])
      );
  end if;
  if not is_clear then
    raise exception 'A handover says who gets which records, and who gets the rest.'
      using errcode = '22023', detail = 'handover.shape',
        hint = 'Send {"records": [{"kind", "id", "part", "receiver", "invitation" or "team"}], "rest": {"receiver"}, {"invitation"}, {"team"} or {"suggested": true}}.';
  end if;
  return given;
end
$$;
comment on function private.parsed_handover(jsonb) is
  'A handover as it was asked for, without what is null; refuses what is none.';
