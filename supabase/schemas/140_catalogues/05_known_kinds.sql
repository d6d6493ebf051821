-- Known kinds: the checks that list kinds and features.
--
-- A check cannot read private.kinds, or a dump could not be restored in any order. So the lists stand together here,
-- and a new kind is added to each.

alter table public.app_features add constraint app_features_feature_name_known check (private.holds(
  feature_name in ('systems', 'automations', 'agents', 'solutions', 'knowledge_base', 'q_and_a'),
  'feature.unknown',
  'Feature must be systems, automations, agents, solutions, knowledge_base or q_and_a.'
));
alter table private.records add constraint records_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'kind.one_of',
  'Kind must be system, solution, agent or automation.'
));
alter table public.record_experts add constraint record_experts_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'kind.one_of',
  'Kind must be system, solution, agent or automation.'
));
alter table public.record_history add constraint record_history_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation', 'article'),
  'kind.one_of_or_article',
  'Kind must be system, solution, agent, automation or article.'
));
alter table public.departed_owners add constraint departed_owners_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'kind.one_of',
  'Kind must be system, solution, agent or automation.'
));
alter table public.handovers add constraint handovers_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'kind.one_of',
  'Kind must be system, solution, agent or automation.'
));
alter table public.binned_records add constraint binned_records_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'kind.one_of',
  'Kind must be system, solution, agent or automation.'
));
alter table public.acts add constraint acts_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'kind.one_of',
  'Kind must be system, solution, agent or automation.'
));
alter table public.own_fields add constraint own_fields_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'kind.one_of',
  'Kind must be system, solution, agent or automation.'
));
alter table public.own_fields add constraint own_fields_record_kind_known check (private.holds(
  record_kind is null or record_kind in ('system', 'solution', 'agent', 'automation'),
  'field.record_kind_one_of',
  'The records of a field must be of kind system, solution, agent or automation.'
));
alter table public.views add constraint views_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'kind.one_of',
  'Kind must be system, solution, agent or automation.'
));
alter table public.imports add constraint imports_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'kind.one_of',
  'Kind must be system, solution, agent or automation.'
));
alter table public.found_records add constraint found_records_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'kind.one_of',
  'Kind must be system, solution, agent or automation.'
));
