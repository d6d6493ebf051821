-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.giver_in_history(a public.acts) returns text
language sql stable security definer set search_path = ''
as $$
  select l.after #>> '{giver,name}'
  from public.record_history l
  where a.action = 'handover' and l.account_id = a.account_id and l.field = 'handover'
    and l.after -> 'giver' ->> 'id' = a.value and l.after #>> '{giver,name}' <> 'Former Member'
  order by l.changed_at desc
  limit 1
$$;
comment on function private.giver_in_history(public.acts) is
  'The name that a person who handed records over had at that time; null of other acts.';
alter function private.giver_in_history(public.acts) owner to cairn_definer;
create or replace function private.act_json(a public.acts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', a.id,
    'action', a.action,
    'kind', a.kind,
    'value', a.value,
    'value_name', case
      when a.action in ('owner', 'expert', 'handover') then coalesce(
        private.name_of_member(a.account_id, a.value::uuid),
        (select i.name from public.pending_invitations i where i.account_id = a.account_id and i.id = a.value::uuid),
        private.giver_in_history(a)
      )
      when a.action in ('add_tag', 'remove_tag') then coalesce(
        (select t.name from public.tags t where t.account_id = a.account_id and t.id = a.value::uuid),
        private.tag_in_act(a)
      )
      when a.action = 'field' then (
        select f.name from public.own_fields f
        where f.account_id = a.account_id and f.kind = a.kind and a.value = 'own.' || f.key
      )
    end,
    'records', a.records,
    'done_by', a.done_by,
    'done_by_name', private.name_of_member(a.account_id, a.done_by),
    'done_at', a.done_at,
    'undone_by', (
      select jsonb_build_object(
        'act', u.id, 'done_by', u.done_by, 'done_by_name', private.name_of_member(u.account_id, u.done_by),
        'done_at', u.done_at, 'records', u.records
      )
      from public.acts u
      where u.account_id = a.account_id and u.undoes = a.id
      order by u.done_at desc
      limit 1
    )
  )
$$;
