-- Built-in fields: what the records of every catalogue may say of themselves beside name, status and owner.
--
-- All of them are optional. The rules stand here once, and each catalogue has one check and one trigger that ask them.
-- A list of links is a list of {"purpose", "title", "url"}. The server never opens an address.

create function private.is_link(link jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(link) <> 'object' then false
    else link - array['purpose', 'title', 'url'] = '{}'
      and jsonb_typeof(link -> 'purpose') is not distinct from 'string'
      and jsonb_typeof(link -> 'title') is not distinct from 'string'
      and jsonb_typeof(link -> 'url') is not distinct from 'string'
      and link ->> 'purpose' in ('docs', 'runbook', 'dashboard', 'chat', 'repository', 'contract', 'vendor', 'other')
      and char_length(link ->> 'title') <= 120
      and private.is_web_address(link ->> 'url')
  end
$$;
comment on function private.is_link(jsonb) is 'Whether it is {"purpose", "title", "url"} with a known purpose and a web address.';

-- A check cannot read private.fields, or a dump could not be restored in any order.
create function private.built_in_fields_hold(
  vendor text, department text, criticality text, data_class text, lifecycle text, cost_per_month numeric,
  cost_currency text, renews_on date, links jsonb
) returns boolean
language sql immutable set search_path = ''
as $$
  select
    private.holds(char_length(vendor) <= 120, 'vendor.length', 'Vendor must have at most 120 characters.')
    and private.holds(char_length(department) <= 120, 'department.length', 'Department must have at most 120 characters.')
    and private.holds(
      coalesce(criticality in ('low', 'medium', 'high', 'critical'), true),
      'criticality.one_of',
      'Criticality must be low, medium, high or critical.'
    )
    and private.holds(
      coalesce(data_class in ('public', 'internal', 'confidential', 'personal', 'special'), true),
      'data_class.one_of',
      'Data class must be public, internal, confidential, personal or special.'
    )
    and private.holds(
      coalesce(lifecycle in ('planned', 'active', 'phasing_out', 'retired'), true),
      'lifecycle.one_of',
      'Lifecycle must be planned, active, phasing_out or retired.'
    )
    and private.holds(
      coalesce(cost_per_month between 0 and 1000000000000, true),
      'cost.range',
      'Cost per month must be a number from 0 to 1,000,000,000,000.'
    )
    and private.holds(
      (cost_per_month is null) = (cost_currency is null) and coalesce(cost_currency ~ '^[A-Z]{3}$', true),
      'cost.currency',
      'A cost needs a currency of three capital letters, such as EUR.'
    )
    and private.holds(
      coalesce(renews_on between date '1900-01-01' and date '9999-12-31', true),
      'renewal.range',
      'The renewal must be a day between the years 1900 and 9999.'
    )
    and private.holds(
      jsonb_typeof(links) = 'array' and jsonb_array_length(case jsonb_typeof(links) when 'array' then links else '[]' end) <= 20,
      'links.count',
      'Links must be a list of at most 20.'
    )
    and private.holds(
      not exists (
        select from jsonb_array_elements(case jsonb_typeof(links) when 'array' then links else '[]' end) as l (link)
        where not private.is_link(l.link)
      ),
      'links.shape',
      'A link needs a purpose and an address that begins with http:// or https://.'
    )
$$;
comment on function private.built_in_fields_hold(text, text, text, text, text, numeric, text, date, jsonb) is
  'For check constraints: whether the built-in fields of a record keep their rules; raises a sentence where they do not.';
grant execute on function private.built_in_fields_hold(text, text, text, text, text, numeric, text, date, jsonb)
  to authenticated, service_role, cairn_owner;
grant execute on function private.is_link(jsonb) to authenticated, service_role, cairn_owner;

create function private.clean_built_in_fields() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.vendor := private.display_text(coalesce(new.vendor, ''));
  new.department := private.display_text(coalesce(new.department, ''));
  new.cost_per_month := round(new.cost_per_month, 2);
  new.imported_from := nullif(private.display_text(new.imported_from), '');
  new.source_id := nullif(private.display_text(new.source_id), '');
  return new;
end
$$;
comment on function private.clean_built_in_fields() is
  'Trigger: turns texts of built-in fields and of the source into display text before their length is checked, and rounds the cost to cents.';

create function private.forget_taken_source() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from private.records r
    where r.account_id = new.account_id and r.kind = new.kind and r.imported_from = new.imported_from
      and r.source_id = new.source_id and r.id <> new.id
  ) then
    new.source_id := null;
  end if;
  return new;
end
$$;
comment on function private.forget_taken_source() is
  'Trigger: a record that is put back lets go of the id at its source that another record has by now.';

-- The unique index decides. This trigger refuses in words, unless two users take a name at the same moment. It looks past
-- row security, which would keep the index from being used; of a stranger's account it says nothing.
create function private.refuse_taken_record_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known private.kinds;
begin
  -- An import has looked for the names of all its rows at once.
  if current_setting('cairn.names_are_known', true) = 'on'
    or private.caller_id() is not null and new.account_id is distinct from private.my_account()
    or not private.name_is_taken(new.account_id, new.kind, new.name, new.id)
  then
    return new;
  end if;
  select k.* into known from private.kinds k where k.kind = new.kind;
  raise exception '% with this name already exists.', known.noun
    using errcode = '23505', detail = known.kind || '.name_taken',
      constraint = known.record_table || '_account_id_name_key',
      hint = 'Choose another name. Capitals make no difference.';
end
$$;
comment on function private.refuse_taken_record_name() is
  'Trigger: refuses a name that a record of the account and kind has already, in a sentence for people.';
