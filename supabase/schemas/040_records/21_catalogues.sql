-- Catalogues: the views of records by kind, with the columns of their kind, its defaults and its rights.
--
-- A caller reads and writes a view as a table: it asks as its caller, so that the policies of records decide and its rights
-- to columns count, and refuses what would not show in it. What is added gets its kind from the view beneath. The defaults stand at the view, where
-- the data API and the functions that put records back look for them.

create view private.systems with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'system'
  with cascaded check option;
comment on view private.systems is 'Says the kind of what is added to public.systems.';
alter view private.systems alter column kind set default 'system';

create view public.systems with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.description, r.owner_id, r.status, r.details, r.created_by, r.updated_by,
    r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality, r.data_class, r.cost_per_month,
    r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own, r.imported_from, r.source_id, r.team_id
  from private.systems r
  with cascaded check option;
comment on view public.systems is 'A system that the organisation runs.';
comment on column public.systems.name is 'Unique within the account without regard to case.';
comment on column public.systems.status is 'active, inactive, maintenance or deprecated.';
comment on column public.systems.owner_id is 'The member who answers for the system; empty when nobody does.';
comment on column public.systems.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.systems.updated_by is 'The person who last changed the record.';
comment on column public.systems.invited_owner_id is
  'The invitation of the person who owns the system after joining. Counts as long as the invitation is open.';
comment on column public.systems.team_id is
  'The team that answers for the system, where neither a member nor an invited person does.';
comment on column public.systems.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.systems.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.systems.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.systems.renews_on is 'The day on which a contract renews or ends.';
comment on column public.systems.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.systems.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.systems.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.systems.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.systems.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.systems.own is 'The values of the account''s own fields, by key. See own_fields.';
alter view public.systems alter column id set default gen_random_uuid();
alter view public.systems alter column account_id set default private.my_account();
alter view public.systems alter column description set default '';
alter view public.systems alter column status set default 'active';
alter view public.systems alter column details set default '{}';
alter view public.systems alter column created_at set default now();
alter view public.systems alter column updated_at set default now();
alter view public.systems alter column vendor set default '';
alter view public.systems alter column department set default '';
alter view public.systems alter column links set default '[]';
alter view public.systems alter column tags set default '{}';
alter view public.systems alter column own set default '{}';
grant select, insert, update, delete on private.systems to authenticated, service_role, cairn_definer;
grant select, delete on public.systems to authenticated;
grant
  insert (
    account_id, name, description, owner_id, status, details, created_by, updated_by, invited_owner_id, vendor,
    criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id, team_id
  ),
  update (
    name, description, owner_id, status, details, updated_by, updated_at, invited_owner_id, vendor, criticality,
    data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from,
    source_id, team_id
  )
  on public.systems to authenticated;
grant select, insert, update, delete on public.systems to service_role, cairn_definer;

create view private.solutions with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'solution'
  with cascaded check option;
comment on view private.solutions is 'Says the kind of what is added to public.solutions.';
alter view private.solutions alter column kind set default 'solution';

create view public.solutions with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.description, r.owner_id, r.status, r.use_cases, r.users, r.related_systems,
    r.details, r.created_by, r.updated_by, r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality,
    r.data_class, r.cost_per_month, r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own,
    r.imported_from, r.source_id, r.team_id
  from private.solutions r
  with cascaded check option;
comment on view public.solutions is 'Solutions that the organization has built in-house.';
comment on column public.solutions.name is 'Unique within the account without regard to case.';
comment on column public.solutions.status is 'active, inactive, development or deprecated.';
comment on column public.solutions.owner_id is 'The member who answers for the solution; empty when nobody does.';
comment on column public.solutions.use_cases is 'Purposes: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.users is 'People or teams that use it: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.related_systems is 'Systems of the same account on which it rests, at most 100.';
comment on column public.solutions.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.solutions.updated_by is 'The person who last changed the record.';
comment on column public.solutions.invited_owner_id is
  'The invitation of the person who owns the solution after joining. Counts as long as the invitation is open.';
comment on column public.solutions.team_id is
  'The team that answers for the solution, where neither a member nor an invited person does.';
comment on column public.solutions.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.solutions.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.solutions.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.solutions.renews_on is 'The day on which a contract renews or ends.';
comment on column public.solutions.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.solutions.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.solutions.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.solutions.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.solutions.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.solutions.own is 'The values of the account''s own fields, by key. See own_fields.';
alter view public.solutions alter column id set default gen_random_uuid();
alter view public.solutions alter column account_id set default private.my_account();
alter view public.solutions alter column description set default '';
alter view public.solutions alter column status set default 'active';
alter view public.solutions alter column use_cases set default '{}';
alter view public.solutions alter column users set default '{}';
alter view public.solutions alter column related_systems set default '{}';
alter view public.solutions alter column details set default '{}';
alter view public.solutions alter column created_at set default now();
alter view public.solutions alter column updated_at set default now();
alter view public.solutions alter column vendor set default '';
alter view public.solutions alter column department set default '';
alter view public.solutions alter column links set default '[]';
alter view public.solutions alter column tags set default '{}';
alter view public.solutions alter column own set default '{}';
grant select, insert, update, delete on private.solutions to authenticated, service_role, cairn_definer;
grant select, delete on public.solutions to authenticated;
grant
  insert (
    account_id, name, description, owner_id, status, use_cases, users, related_systems, details, created_by,
    updated_by, invited_owner_id, vendor, criticality, data_class, cost_per_month, cost_currency, renews_on,
    lifecycle, department, links, tags, own, imported_from, source_id, team_id
  ),
  update (
    name, description, owner_id, status, use_cases, users, related_systems, details, updated_by, updated_at,
    invited_owner_id, vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle,
    department, links, tags, own, imported_from, source_id, team_id
  )
  on public.solutions to authenticated;
grant select, insert, update, delete on public.solutions to service_role, cairn_definer;

create view private.agents with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'agent'
  with cascaded check option;
comment on view private.agents is 'Says the kind of what is added to public.agents.';
alter view private.agents alter column kind set default 'agent';

create view public.agents with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.platform, r.description, r.status, r.owner_id, r.last_used, r.created_by,
    r.updated_by, r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality, r.data_class,
    r.cost_per_month, r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own,
    r.imported_from, r.source_id, r.team_id
  from private.agents r
  with cascaded check option;
comment on view public.agents is 'An AI agent that the organisation uses.';
comment on column public.agents.name is 'Unique within the account without regard to case.';
comment on column public.agents.platform is 'OpenAI, Anthropic, Custom or Other.';
comment on column public.agents.status is 'active, training or inactive.';
comment on column public.agents.owner_id is 'The member who answers for the agent; empty when nobody does.';
comment on column public.agents.last_used is 'When it was last used; empty when that is not known.';
comment on column public.agents.updated_by is 'The person who last changed the record: the last publisher.';
comment on column public.agents.invited_owner_id is
  'The invitation of the person who owns the agent after joining. Counts as long as the invitation is open.';
comment on column public.agents.team_id is
  'The team that answers for the agent, where neither a member nor an invited person does.';
comment on column public.agents.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.agents.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.agents.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.agents.renews_on is 'The day on which a contract renews or ends.';
comment on column public.agents.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.agents.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.agents.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.agents.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.agents.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.agents.own is 'The values of the account''s own fields, by key. See own_fields.';
alter view public.agents alter column id set default gen_random_uuid();
alter view public.agents alter column account_id set default private.my_account();
alter view public.agents alter column description set default '';
alter view public.agents alter column status set default 'inactive';
alter view public.agents alter column created_at set default now();
alter view public.agents alter column updated_at set default now();
alter view public.agents alter column vendor set default '';
alter view public.agents alter column department set default '';
alter view public.agents alter column links set default '[]';
alter view public.agents alter column tags set default '{}';
alter view public.agents alter column own set default '{}';
grant select, insert, update, delete on private.agents to authenticated, service_role, cairn_definer;
grant select, delete on public.agents to authenticated;
grant
  insert (
    account_id, name, platform, description, status, owner_id, created_by, updated_by, invited_owner_id, vendor,
    criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id, team_id
  ),
  update (
    name, platform, description, status, owner_id, updated_by, updated_at, invited_owner_id, vendor, criticality,
    data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own, imported_from,
    source_id, team_id
  )
  on public.agents to authenticated;
grant select, insert, update, delete on public.agents to service_role, cairn_definer;

create view private.automations with (security_invoker = true) as
  select r.* from private.records r where r.kind = 'automation'
  with cascaded check option;
comment on view private.automations is 'Says the kind of what is added to public.automations.';
alter view private.automations alter column kind set default 'automation';

create view public.automations with (security_invoker = true) as
  select
    r.id, r.account_id, r.name, r.source, r.description, r.status, r.webhook_url, r.owner_id, r.last_run,
    r.created_by, r.updated_by, r.created_at, r.updated_at, r.invited_owner_id, r.vendor, r.criticality, r.data_class,
    r.cost_per_month, r.cost_currency, r.renews_on, r.lifecycle, r.department, r.links, r.tags, r.own,
    r.imported_from, r.source_id, r.team_id
  from private.automations r
  with cascaded check option;
comment on view public.automations is 'An automation that runs for the organisation.';
comment on column public.automations.name is 'Unique within the account without regard to case.';
comment on column public.automations.source is 'Zapier, Make.com, Power Automate or Other.';
comment on column public.automations.status is 'active or inactive.';
comment on column public.automations.webhook_url is 'An https address, or empty. Never fetched by the server.';
comment on column public.automations.owner_id is 'The member who answers for the automation; empty when nobody does.';
comment on column public.automations.last_run is 'When it last ran; empty when that is not known.';
comment on column public.automations.updated_by is 'The person who last changed the record: the last publisher.';
comment on column public.automations.invited_owner_id is
  'The invitation of the person who owns the automation after joining. Counts as long as the invitation is open.';
comment on column public.automations.team_id is
  'The team that answers for the automation, where neither a member nor an invited person does.';
comment on column public.automations.criticality is 'low, medium, high or critical; empty where nobody has said.';
comment on column public.automations.data_class is 'public, internal, confidential, personal or special (categories of personal data).';
comment on column public.automations.cost_per_month is 'In cost_currency, to the cent.';
comment on column public.automations.renews_on is 'The day on which a contract renews or ends.';
comment on column public.automations.lifecycle is 'planned, active, phasing_out or retired.';
comment on column public.automations.links is 'At most 20 of {"purpose", "title", "url"}.';
comment on column public.automations.tags is 'Ids of tags of the same account, at most 50.';
comment on column public.automations.imported_from is 'Where an import found the record, such as an inventory.';
comment on column public.automations.source_id is 'The id of the record there; unique for the account where both are there.';
comment on column public.automations.own is 'The values of the account''s own fields, by key. See own_fields.';
alter view public.automations alter column id set default gen_random_uuid();
alter view public.automations alter column account_id set default private.my_account();
alter view public.automations alter column description set default '';
alter view public.automations alter column status set default 'inactive';
alter view public.automations alter column created_at set default now();
alter view public.automations alter column updated_at set default now();
alter view public.automations alter column vendor set default '';
alter view public.automations alter column department set default '';
alter view public.automations alter column links set default '[]';
alter view public.automations alter column tags set default '{}';
alter view public.automations alter column own set default '{}';
grant select, insert, update, delete on private.automations to authenticated, service_role, cairn_definer;
grant select, delete on public.automations to authenticated;
grant
  insert (
    account_id, name, source, description, status, webhook_url, owner_id, created_by, updated_by, invited_owner_id,
    vendor, criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags,
    own, imported_from, source_id, team_id
  ),
  update (
    name, source, description, status, webhook_url, owner_id, updated_by, updated_at, invited_owner_id, vendor,
    criticality, data_class, cost_per_month, cost_currency, renews_on, lifecycle, department, links, tags, own,
    imported_from, source_id, team_id
  )
  on public.automations to authenticated;
grant select, insert, update, delete on public.automations to service_role, cairn_definer;
