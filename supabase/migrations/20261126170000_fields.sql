-- Built-in fields, links, tags and own fields: columns of the records of every kind, and three tables.
--
-- The columns are empty at first, so no row is written anew.

-- A name and a password in an address would show every member a secret, and hide from a reader where it leads.
create function private.is_web_address(value text) returns boolean
language sql immutable set search_path = ''
as $$
  select char_length(value) <= 2000
    and value ~ '^[Hh][Tt][Tt][Pp][Ss]?://[^[:space:][:cntrl:]<>"\\^`{|}/?#@]+([/?#][^[:space:][:cntrl:]<>"\\^`{|}]*)?$'
    and value = private.display_text(value)
$$;
comment on function private.is_web_address(text) is
  'Whether it is an http or https address with a host, without white space, invisible characters, name and password.';
alter function private.is_web_address(text) owner to cairn_definer;
grant execute on function private.is_web_address(text) to authenticated, service_role, cairn_owner;

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
alter function private.is_link(jsonb) owner to cairn_definer;

create function private.built_in_fields_hold(
  vendor text, department text, criticality text, data_class text, lifecycle text, cost_per_month numeric,
  cost_currency text, renews_on date, links jsonb
) returns boolean
language sql immutable set search_path = ''
as $$
  select
    private.holds(char_length(vendor) <= 120, 'Vendor must have at most 120 characters.')
    and private.holds(char_length(department) <= 120, 'Department must have at most 120 characters.')
    and private.holds(
      coalesce(criticality in ('low', 'medium', 'high', 'critical'), true),
      'Criticality must be low, medium, high or critical.'
    )
    and private.holds(
      coalesce(data_class in ('public', 'internal', 'confidential', 'personal', 'special'), true),
      'Data class must be public, internal, confidential, personal or special.'
    )
    and private.holds(
      coalesce(lifecycle in ('planned', 'active', 'phasing_out', 'retired'), true),
      'Lifecycle must be planned, active, phasing_out or retired.'
    )
    and private.holds(
      coalesce(cost_per_month between 0 and 1000000000000, true),
      'Cost per month must be a number from 0 to 1,000,000,000,000.'
    )
    and private.holds(
      (cost_per_month is null) = (cost_currency is null) and coalesce(cost_currency ~ '^[A-Z]{3}$', true),
      'A cost needs a currency of three capital letters, such as EUR.'
    )
    and private.holds(
      coalesce(renews_on between date '1900-01-01' and date '9999-12-31', true),
      'The renewal must be a day between the years 1900 and 9999.'
    )
    and private.holds(
      jsonb_typeof(links) = 'array' and jsonb_array_length(case jsonb_typeof(links) when 'array' then links else '[]' end) <= 20,
      'Links must be a list of at most 20.'
    )
    and private.holds(
      not exists (
        select from jsonb_array_elements(case jsonb_typeof(links) when 'array' then links else '[]' end) as l (link)
        where not private.is_link(l.link)
      ),
      'A link needs a purpose and an address that begins with http:// or https://.'
    )
$$;
comment on function private.built_in_fields_hold(text, text, text, text, text, numeric, text, date, jsonb) is
  'For check constraints: whether the built-in fields of a record keep their rules; raises a sentence where they do not.';
alter function private.built_in_fields_hold(text, text, text, text, text, numeric, text, date, jsonb) owner to cairn_definer;
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
  return new;
end
$$;
comment on function private.clean_built_in_fields() is
  'Trigger: turns texts of built-in fields into display text before their length is checked, and rounds the cost to cents.';
alter function private.clean_built_in_fields() owner to cairn_definer;

alter table public.systems
  add column vendor text not null default '',
  add column criticality text,
  add column data_class text,
  add column cost_per_month numeric,
  add column cost_currency text,
  add column renews_on date,
  add column lifecycle text,
  add column department text not null default '',
  add column links jsonb not null default '[]',
  add column tags uuid[] not null default '{}',
  add column own jsonb not null default '{}',
  add constraint systems_built_in_fields check (private.holds(
    private.built_in_fields_hold(
      vendor, department, criticality, data_class, lifecycle, cost_per_month, cost_currency, renews_on, links
    ),
    'A built-in field has a value that it cannot have.'
  )),
  add constraint systems_own_object check (private.holds(
    jsonb_typeof(own) = 'object' and octet_length(own::text) <= 200000,
    'Own fields must be a JSON object of at most 200,000 bytes.'
  )),
  add constraint systems_tags_count check (private.holds(
    cardinality(tags) <= 50,
    'A record has at most 50 tags.'
  ));
create index systems_tags_idx on public.systems using gin (tags) where tags <> '{}';
create index systems_renews_on_idx on public.systems (account_id, renews_on) where renews_on is not null;

alter table public.solutions
  add column vendor text not null default '',
  add column criticality text,
  add column data_class text,
  add column cost_per_month numeric,
  add column cost_currency text,
  add column renews_on date,
  add column lifecycle text,
  add column department text not null default '',
  add column links jsonb not null default '[]',
  add column tags uuid[] not null default '{}',
  add column own jsonb not null default '{}',
  add constraint solutions_built_in_fields check (private.holds(
    private.built_in_fields_hold(
      vendor, department, criticality, data_class, lifecycle, cost_per_month, cost_currency, renews_on, links
    ),
    'A built-in field has a value that it cannot have.'
  )),
  add constraint solutions_own_object check (private.holds(
    jsonb_typeof(own) = 'object' and octet_length(own::text) <= 200000,
    'Own fields must be a JSON object of at most 200,000 bytes.'
  )),
  add constraint solutions_tags_count check (private.holds(
    cardinality(tags) <= 50,
    'A record has at most 50 tags.'
  ));
create index solutions_tags_idx on public.solutions using gin (tags) where tags <> '{}';
create index solutions_renews_on_idx on public.solutions (account_id, renews_on) where renews_on is not null;

alter table public.agents
  add column vendor text not null default '',
  add column criticality text,
  add column data_class text,
  add column cost_per_month numeric,
  add column cost_currency text,
  add column renews_on date,
  add column lifecycle text,
  add column department text not null default '',
  add column links jsonb not null default '[]',
  add column tags uuid[] not null default '{}',
  add column own jsonb not null default '{}',
  add constraint agents_built_in_fields check (private.holds(
    private.built_in_fields_hold(
      vendor, department, criticality, data_class, lifecycle, cost_per_month, cost_currency, renews_on, links
    ),
    'A built-in field has a value that it cannot have.'
  )),
  add constraint agents_own_object check (private.holds(
    jsonb_typeof(own) = 'object' and octet_length(own::text) <= 200000,
    'Own fields must be a JSON object of at most 200,000 bytes.'
  )),
  add constraint agents_tags_count check (private.holds(
    cardinality(tags) <= 50,
    'A record has at most 50 tags.'
  ));
create index agents_tags_idx on public.agents using gin (tags) where tags <> '{}';
create index agents_renews_on_idx on public.agents (account_id, renews_on) where renews_on is not null;

alter table public.automations
  add column vendor text not null default '',
  add column criticality text,
  add column data_class text,
  add column cost_per_month numeric,
  add column cost_currency text,
  add column renews_on date,
  add column lifecycle text,
  add column department text not null default '',
  add column links jsonb not null default '[]',
  add column tags uuid[] not null default '{}',
  add column own jsonb not null default '{}',
  add constraint automations_built_in_fields check (private.holds(
    private.built_in_fields_hold(
      vendor, department, criticality, data_class, lifecycle, cost_per_month, cost_currency, renews_on, links
    ),
    'A built-in field has a value that it cannot have.'
  )),
  add constraint automations_own_object check (private.holds(
    jsonb_typeof(own) = 'object' and octet_length(own::text) <= 200000,
    'Own fields must be a JSON object of at most 200,000 bytes.'
  )),
  add constraint automations_tags_count check (private.holds(
    cardinality(tags) <= 50,
    'A record has at most 50 tags.'
  ));
create index automations_tags_idx on public.automations using gin (tags) where tags <> '{}';
create index automations_renews_on_idx on public.automations (account_id, renews_on) where renews_on is not null;

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  color text not null default 'gray',
  created_by uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  -- Foreign keys that carry the account point here.
  constraint tags_account_id_id_key unique (account_id, id),
  constraint tags_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint tags_name_length check (private.holds(
    char_length(name) between 1 and 40,
    'A tag must have 1 to 40 characters.'
  )),
  constraint tags_name_characters check (private.holds(
    name !~ '[#,]',
    'A tag has no # and no comma.'
  )),
  constraint tags_color_known check (private.holds(
    color in ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'),
    'Color must be gray, red, orange, yellow, green, teal, blue, purple or pink.'
  ))
);
create unique index tags_account_id_name_key on public.tags (account_id, private.folded(name));
create index tags_created_by_idx on public.tags (account_id, created_by);
alter table public.tags owner to cairn_owner;
alter table public.tags enable row level security;
alter table public.tags force row level security;

create table public.own_fields (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  kind text not null,
  key text not null,
  name text not null,
  type text not null,
  help text not null default '',
  unit text not null default '',
  choices jsonb not null default '[]',
  record_kind text,
  required boolean not null default false,
  default_value jsonb,
  section text not null default '',
  place integer not null default 0,
  retired_at timestamptz,
  deleted_at timestamptz,
  created_by uuid default private.caller_id(),
  updated_by uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Foreign keys that carry the account point here.
  constraint own_fields_account_id_id_key unique (account_id, id),
  constraint own_fields_key unique (account_id, kind, key),
  constraint own_fields_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint own_fields_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint own_fields_key_shape check (private.holds(
    key ~ '^[a-z][a-z0-9_]{0,59}$',
    'A key has up to 60 small letters, digits and underscores, and begins with a letter.'
  )),
  constraint own_fields_name_length check (private.holds(
    char_length(name) between 1 and 60,
    'The name of a field must have 1 to 60 characters.'
  )),
  constraint own_fields_type_known check (private.holds(
    type in ('text', 'long_text', 'number', 'date', 'yes_no', 'choice', 'choices', 'member', 'record', 'address'),
    'Type must be text, long_text, number, date, yes_no, choice, choices, member, record or address.'
  )),
  constraint own_fields_help_length check (private.holds(
    char_length(help) <= 300,
    'Help must have at most 300 characters.'
  )),
  constraint own_fields_unit_length check (private.holds(
    char_length(unit) <= 20,
    'A unit must have at most 20 characters.'
  )),
  constraint own_fields_section_length check (private.holds(
    char_length(section) <= 60,
    'The name of a group must have at most 60 characters.'
  )),
  constraint own_fields_record_kind_given check (private.holds(
    (type = 'record') = (record_kind is not null),
    'A field of the type record, and only such a field, says of which kind.'
  ))
);
create unique index own_fields_name_key on public.own_fields (account_id, kind, private.folded(name))
  where deleted_at is null;
create index own_fields_created_by_idx on public.own_fields (account_id, created_by);
create index own_fields_updated_by_idx on public.own_fields (account_id, updated_by);
create index own_fields_deleted_at_idx on public.own_fields (deleted_at) where deleted_at is not null;
alter table public.own_fields owner to cairn_owner;
create table private.own_values (
  account_id uuid not null,
  kind text not null,
  record_id uuid not null,
  field_id uuid not null,
  place smallint not null default 0,
  text_value text,
  number_value numeric,
  day_value date,
  person_id uuid,
  primary key (record_id, field_id, place),
  constraint own_values_field_id_fkey foreign key (account_id, field_id)
    references public.own_fields (account_id, id) on delete cascade,
  constraint own_values_person_id_fkey foreign key (account_id, person_id)
    references public.account_members (account_id, user_id) on delete cascade
);
create index own_values_text_idx on private.own_values (account_id, field_id, text_value, record_id);
create index own_values_number_idx on private.own_values (account_id, field_id, number_value, record_id)
  where number_value is not null;
create index own_values_day_idx on private.own_values (account_id, field_id, day_value, record_id)
  where day_value is not null;
create index own_values_person_idx on private.own_values (account_id, person_id) where person_id is not null;
alter table private.own_values owner to cairn_owner;
alter table public.own_fields enable row level security;
alter table public.own_fields force row level security;
alter table private.own_values enable row level security;
alter table private.own_values force row level security;
alter table public.own_fields add constraint own_fields_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'Kind must be system, solution, agent or automation.'
));
alter table public.own_fields add constraint own_fields_record_kind_known check (private.holds(
  record_kind is null or record_kind in ('system', 'solution', 'agent', 'automation'),
  'The records of a field must be of kind system, solution, agent or automation.'
));

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.keep_history_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Planned each time: a plan made for one record would compare each of ten thousand with every other.
  execute $insert$
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, act, concerned
    )
    select
      (changed.is_now ->> 'account_id')::uuid,
      $1,
      (changed.is_now ->> 'id')::uuid,
      coalesce(changed.is_now ->> 'name', changed.is_now ->> 'title'),
      'updated',
      change.field,
      private.history_value(change.before),
      private.history_value(change.after),
      $2,
      changed.moment,
      $3,
      array(
        select distinct person::uuid
        from unnest(array[
          changed.was ->> 'owner_id', changed.is_now ->> 'owner_id', changed.was ->> 'created_by',
          changed.is_now ->> 'created_by', changed.was ->> 'author_id', changed.is_now ->> 'author_id'
        ]) as person
        where person is not null
      )
    from (
      select to_jsonb(o) as was, to_jsonb(n) as is_now, clock_timestamp() as moment
      from before_change o
      join after_change n using (id)
      where o is distinct from n
    ) changed
    cross join lateral (
      select n.key as field, changed.was -> n.key as before, n.value as after
      from jsonb_each(changed.is_now - $4) n
      where n.value is distinct from changed.was -> n.key
      union all
      select 'own.' || own.key, changed.was -> 'own' -> own.key, changed.is_now -> 'own' -> own.key
      from (
        select jsonb_object_keys(changed.was -> 'own') as key
        union
        select jsonb_object_keys(changed.is_now -> 'own')
      ) own
      where changed.was -> 'own' is distinct from changed.is_now -> 'own'
        and changed.was -> 'own' -> own.key is distinct from changed.is_now -> 'own' -> own.key
      union all
      select 'tags', private.tags_in_history(changed.was -> 'tags'), private.tags_in_history(changed.is_now -> 'tags')
      where changed.was -> 'tags' is distinct from changed.is_now -> 'tags'
      union all
      select 'owner_id', owner.before, owner.after
      from (
        select
          case
            when changed.was ->> 'invited_owner_id' is null then coalesce(changed.was -> 'owner_id', 'null')
            else private.owner_in_history(changed.was)
          end as before,
          case
            when changed.is_now ->> 'invited_owner_id' is null then coalesce(changed.is_now -> 'owner_id', 'null')
            else private.owner_in_history(changed.is_now)
          end as after
        where (changed.was -> 'owner_id', changed.was -> 'invited_owner_id')
          is distinct from (changed.is_now -> 'owner_id', changed.is_now -> 'invited_owner_id')
      ) owner
      where case
        when jsonb_typeof(owner.before) = 'object' or jsonb_typeof(owner.after) = 'object'
        then not private.same_owner(owner.before, owner.after)
        else owner.before <> owner.after
      end
    ) change
  $insert$ using tg_argv[0], private.caller_id(), private.current_act(), array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by',
    -- A run of an automation or a use of an agent is no change of it.
    'last_used', 'last_run',
    -- Two columns, and one owner.
    'owner_id', 'invited_owner_id',
    -- Each own field has a line, and tags have their names in it.
    'own', 'tags'
  ];
  return null;
end
$$;
create function private.tags_in_history(ids jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name, t.id), '[]')
  from public.tags t
  where t.id = any (array(select jsonb_array_elements_text(ids))::uuid[])
$$;
comment on function private.tags_in_history(jsonb) is 'Tags as the history keeps them: [{"id", "name"}] of those that are there.';
alter function private.tags_in_history(jsonb) owner to cairn_definer;
create trigger tags_clean before insert or update of name on public.tags
  for each row execute function private.clean_name();
create trigger systems_clean_fields
  before insert or update of vendor, department, cost_per_month on public.systems
  for each row execute function private.clean_built_in_fields();
create trigger solutions_clean_fields
  before insert or update of vendor, department, cost_per_month on public.solutions
  for each row execute function private.clean_built_in_fields();
create trigger agents_clean_fields
  before insert or update of vendor, department, cost_per_month on public.agents
  for each row execute function private.clean_built_in_fields();
create or replace trigger agents_stamp
  before insert or update of
    name, platform, description, status, owner_id, invited_owner_id, updated_by, updated_at,
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own on public.agents
  for each row execute function private.stamp_record();
create trigger automations_clean_fields
  before insert or update of vendor, department, cost_per_month on public.automations
  for each row execute function private.clean_built_in_fields();
create or replace trigger automations_stamp
  before insert or update of
    name, source, description, status, webhook_url, owner_id, invited_owner_id, updated_by, updated_at,
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own on public.automations
  for each row execute function private.stamp_record();
create policy "members see the tags of their account" on public.tags
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "from level user on, people add tags" on public.tags
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);
create policy "managers change tags" on public.tags
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 2)
  with check (account_id = (select private.my_account()));
create policy "managers delete tags" on public.tags
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 2);
create policy "members see the own fields of their account" on public.own_fields
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "admins add own fields" on public.own_fields
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "admins change own fields" on public.own_fields
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3)
  with check (account_id = (select private.my_account()));
comment on table private.own_values is 'The values of own fields, each in the column of its type, for lists that ask for them.';
comment on column private.own_values.place is 'Which of several choices of one field it is, from 0 on.';
comment on column private.own_values.text_value is
  'The first 200 characters of a text or an address in small letters, a choice, the id of a record, or yes or no.';
comment on column private.own_values.person_id is 'A member. The row goes when the member leaves.';
revoke all on private.own_values from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.own_values to cairn_definer;
comment on table public.agents is 'An AI agent that the organisation uses.';
comment on column public.agents.name is 'Unique within the account without regard to case.';
comment on column public.agents.platform is 'OpenAI, Anthropic, Custom or Other.';
comment on column public.agents.status is 'active, training or inactive.';
comment on column public.agents.owner_id is 'The member who answers for the agent; empty when nobody does.';
comment on column public.agents.last_used is 'When it was last used; empty when that is not known.';
comment on column public.agents.updated_by is 'Who last changed the record: the last publisher.';
comment on column public.agents.invited_owner_id is
  'The invitation of the person who owns the agent after joining. Counts as long as the invitation is open.';
comment on column public.agents.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.agents.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.agents.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.agents.renews_on is 'The day on which a contract renews or ends.';
comment on column public.agents.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.agents.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.agents.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.agents.own is 'The values of the account''s own fields, by key. See own_fields.';
revoke all on public.agents from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.agents to authenticated;
grant insert (account_id, name, platform, description, status, owner_id, created_by, updated_by)
  on public.agents to authenticated;
grant update (name, platform, description, status, owner_id, updated_by, updated_at)
  on public.agents to authenticated;
grant delete on public.agents to authenticated;
grant select, insert, update, delete on public.agents to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.agents to authenticated;
grant
  insert (vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own),
  update (vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own)
  on public.agents to authenticated;
comment on table public.automations is 'An automation that runs for the organisation.';
comment on column public.automations.name is 'Unique within the account without regard to case.';
comment on column public.automations.source is 'Zapier, Make.com, Power Automate or Other.';
comment on column public.automations.status is 'active or inactive.';
comment on column public.automations.webhook_url is 'An https address, or empty. Never fetched by the server.';
comment on column public.automations.owner_id is 'The member who answers for the automation; empty when nobody does.';
comment on column public.automations.last_run is 'When it last ran; empty when that is not known.';
comment on column public.automations.updated_by is 'Who last changed the record: the last publisher.';
comment on column public.automations.invited_owner_id is
  'The invitation of the person who owns the automation after joining. Counts as long as the invitation is open.';
comment on column public.automations.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.automations.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.automations.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.automations.renews_on is 'The day on which a contract renews or ends.';
comment on column public.automations.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.automations.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.automations.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.automations.own is 'The values of the account''s own fields, by key. See own_fields.';
revoke all on public.automations from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.automations to authenticated;
grant insert (account_id, name, source, description, status, webhook_url, owner_id, created_by, updated_by)
  on public.automations to authenticated;
grant update (name, source, description, status, webhook_url, owner_id, updated_by, updated_at)
  on public.automations to authenticated;
grant delete on public.automations to authenticated;
grant select, insert, update, delete on public.automations to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.automations to authenticated;
grant
  insert (vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own),
  update (vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own)
  on public.automations to authenticated;
comment on table public.own_fields is 'A field that an account has given to its records of a kind.';
comment on column public.own_fields.kind is 'system, solution, agent or automation.';
comment on column public.own_fields.key is 'What the value is called in the column own of a record. Never changes.';
comment on column public.own_fields.name is 'What members read. Unique among the fields of the kind without regard to case and accents.';
comment on column public.own_fields.type is
  'text, long_text, number, date, yes_no, choice, choices, member, record or address.';
comment on column public.own_fields.choices is 'Of choice and choices: [{"id", "name", "color"}].';
comment on column public.own_fields.record_kind is 'Of which kind the records are that a field of the type record names.';
comment on column public.own_fields.required is 'Whether a new record needs a value. Records that are there already do not.';
comment on column public.own_fields.default_value is 'What a new record gets that names no value.';
comment on column public.own_fields.section is 'The group under which the form shows the field; empty for none.';
comment on column public.own_fields.place is 'Where the field stands among those of its kind.';
comment on column public.own_fields.retired_at is 'Since when the field is hidden; its values stay.';
comment on column public.own_fields.deleted_at is 'Since when the field is deleted; its values stay for 30 days.';
revoke all on public.own_fields from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.own_fields to authenticated;
grant
  insert (
    account_id, kind, key, name, type, help, unit, choices, record_kind, required, default_value, section, place
  ),
  update (
    name, type, help, unit, choices, record_kind, required, default_value, section, place, retired_at, deleted_at,
    updated_at
  )
  on public.own_fields to authenticated;
grant select, insert, update, delete on public.own_fields to service_role, cairn_definer;
comment on table public.solutions is 'What the organisation has built in-house.';
comment on column public.solutions.name is 'Unique within the account without regard to case.';
comment on column public.solutions.status is 'active, inactive, development or deprecated.';
comment on column public.solutions.owner_id is 'The member who answers for the solution; empty when nobody does.';
comment on column public.solutions.use_cases is 'What it is for: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.users is 'Who uses it, people or teams: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.related_systems is 'Systems of the same account on which it rests, at most 100.';
comment on column public.solutions.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.solutions.updated_by is 'Who last changed the record.';
comment on column public.solutions.invited_owner_id is
  'The invitation of the person who owns the solution after joining. Counts as long as the invitation is open.';
comment on column public.solutions.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.solutions.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.solutions.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.solutions.renews_on is 'The day on which a contract renews or ends.';
comment on column public.solutions.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.solutions.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.solutions.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.solutions.own is 'The values of the account''s own fields, by key. See own_fields.';
revoke all on public.solutions from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.solutions to authenticated;
grant insert (
  account_id, name, description, owner_id, status, use_cases, users, related_systems, details, created_by, updated_by
) on public.solutions to authenticated;
grant update (
  name, description, owner_id, status, use_cases, users, related_systems, details, updated_by, updated_at
) on public.solutions to authenticated;
grant delete on public.solutions to authenticated;
grant select, insert, update, delete on public.solutions to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.solutions to authenticated;
grant
  insert (vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own),
  update (vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own)
  on public.solutions to authenticated;
comment on table public.systems is 'A system that the organisation runs.';
comment on column public.systems.name is 'Unique within the account without regard to case.';
comment on column public.systems.status is 'active, inactive, maintenance or deprecated.';
comment on column public.systems.owner_id is 'The member who answers for the system; empty when nobody does.';
comment on column public.systems.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.systems.updated_by is 'Who last changed the record.';
comment on column public.systems.invited_owner_id is
  'The invitation of the person who owns the system after joining. Counts as long as the invitation is open.';
comment on column public.systems.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.systems.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.systems.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.systems.renews_on is 'The day on which a contract renews or ends.';
comment on column public.systems.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.systems.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.systems.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.systems.own is 'The values of the account''s own fields, by key. See own_fields.';
revoke all on public.systems from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.systems to authenticated;
grant insert (account_id, name, description, owner_id, status, details, created_by, updated_by)
  on public.systems to authenticated;
grant update (name, description, owner_id, status, details, updated_by, updated_at) on public.systems to authenticated;
grant delete on public.systems to authenticated;
grant select, insert, update, delete on public.systems to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.systems to authenticated;
grant
  insert (vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own),
  update (vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own)
  on public.systems to authenticated;
comment on table public.tags is 'A word with which an account puts records together.';
comment on column public.tags.name is 'Unique within the account without regard to case and accents.';
comment on column public.tags.created_by is 'Who made it; empty when that person has left.';
revoke all on public.tags from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, delete on public.tags to authenticated;
grant insert (account_id, name, color), update (name, color) on public.tags to authenticated;
grant select, insert, update, delete on public.tags to service_role, cairn_definer;
