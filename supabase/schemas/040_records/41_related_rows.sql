-- Related rows: what links lead to, for callers who ask for records together with what is linked to them.
--
-- The keys of links, experts and articles lead to records of any kind. By them alone the data API could not tell which end a catalogue is, so
-- a function of a row names its related rows and goes before the keys. Each asks as its caller. None has a search path of
-- its own, so that the planner puts it into the query that calls it.

create function public.agents(public.solution_agents) returns setof public.agents
language sql stable rows 1
as $$
  select r.* from public.agents r where r.account_id = $1.account_id and r.id = $1.agent_id
$$;
comment on function public.agents(public.solution_agents) is 'The agent of a link.';
grant execute on function public.agents(public.solution_agents) to authenticated, service_role;

create function public.solutions(public.solution_agents) returns setof public.solutions
language sql stable rows 1
as $$
  select r.* from public.solutions r where r.account_id = $1.account_id and r.id = $1.solution_id
$$;
comment on function public.solutions(public.solution_agents) is 'The solution of a link.';
grant execute on function public.solutions(public.solution_agents) to authenticated, service_role;

create function public.solution_agents(public.solutions) returns setof public.solution_agents
language sql stable
as $$
  select l.* from public.solution_agents l where l.account_id = $1.account_id and l.solution_id = $1.id
$$;
comment on function public.solution_agents(public.solutions) is 'The links of a solution to agents.';
grant execute on function public.solution_agents(public.solutions) to authenticated, service_role;

create function public.solution_agents(public.agents) returns setof public.solution_agents
language sql stable
as $$
  select l.* from public.solution_agents l where l.account_id = $1.account_id and l.agent_id = $1.id
$$;
comment on function public.solution_agents(public.agents) is 'The links of an agent to solutions.';
grant execute on function public.solution_agents(public.agents) to authenticated, service_role;

create function public.agents(public.solutions) returns setof public.agents
language sql stable
as $$
  select r.*
  from public.solution_agents l
  join public.agents r on r.account_id = l.account_id and r.id = l.agent_id
  where l.account_id = $1.account_id and l.solution_id = $1.id
$$;
comment on function public.agents(public.solutions) is 'The agents of a solution.';
grant execute on function public.agents(public.solutions) to authenticated, service_role;

create function public.solutions(public.agents) returns setof public.solutions
language sql stable
as $$
  select r.*
  from public.solution_agents l
  join public.solutions r on r.account_id = l.account_id and r.id = l.solution_id
  where l.account_id = $1.account_id and l.agent_id = $1.id
$$;
comment on function public.solutions(public.agents) is 'The solutions of an agent.';
grant execute on function public.solutions(public.agents) to authenticated, service_role;

create function public.automations(public.solution_automations) returns setof public.automations
language sql stable rows 1
as $$
  select r.* from public.automations r where r.account_id = $1.account_id and r.id = $1.automation_id
$$;
comment on function public.automations(public.solution_automations) is 'The automation of a link.';
grant execute on function public.automations(public.solution_automations) to authenticated, service_role;

create function public.solutions(public.solution_automations) returns setof public.solutions
language sql stable rows 1
as $$
  select r.* from public.solutions r where r.account_id = $1.account_id and r.id = $1.solution_id
$$;
comment on function public.solutions(public.solution_automations) is 'The solution of a link.';
grant execute on function public.solutions(public.solution_automations) to authenticated, service_role;

create function public.solution_automations(public.solutions) returns setof public.solution_automations
language sql stable
as $$
  select l.* from public.solution_automations l where l.account_id = $1.account_id and l.solution_id = $1.id
$$;
comment on function public.solution_automations(public.solutions) is 'The links of a solution to automations.';
grant execute on function public.solution_automations(public.solutions) to authenticated, service_role;

create function public.solution_automations(public.automations) returns setof public.solution_automations
language sql stable
as $$
  select l.* from public.solution_automations l where l.account_id = $1.account_id and l.automation_id = $1.id
$$;
comment on function public.solution_automations(public.automations) is 'The links of an automation to solutions.';
grant execute on function public.solution_automations(public.automations) to authenticated, service_role;

create function public.automations(public.solutions) returns setof public.automations
language sql stable
as $$
  select r.*
  from public.solution_automations l
  join public.automations r on r.account_id = l.account_id and r.id = l.automation_id
  where l.account_id = $1.account_id and l.solution_id = $1.id
$$;
comment on function public.automations(public.solutions) is 'The automations of a solution.';
grant execute on function public.automations(public.solutions) to authenticated, service_role;

create function public.solutions(public.automations) returns setof public.solutions
language sql stable
as $$
  select r.*
  from public.solution_automations l
  join public.solutions r on r.account_id = l.account_id and r.id = l.solution_id
  where l.account_id = $1.account_id and l.automation_id = $1.id
$$;
comment on function public.solutions(public.automations) is 'The solutions of an automation.';
grant execute on function public.solutions(public.automations) to authenticated, service_role;

create function public.systems(public.record_experts) returns setof public.systems
language sql stable rows 1
as $$
  select r.* from public.systems r where r.account_id = $1.account_id and r.id = $1.record_id
$$;
comment on function public.systems(public.record_experts) is 'The system that an expert knows.';
grant execute on function public.systems(public.record_experts) to authenticated, service_role;

create function public.record_experts(public.systems) returns setof public.record_experts
language sql stable
as $$
  select e.*
  from public.record_experts e
  where e.account_id = $1.account_id and e.kind = 'system' and e.record_id = $1.id
$$;
comment on function public.record_experts(public.systems) is 'The experts of a system.';
grant execute on function public.record_experts(public.systems) to authenticated, service_role;

create function public.solutions(public.record_experts) returns setof public.solutions
language sql stable rows 1
as $$
  select r.* from public.solutions r where r.account_id = $1.account_id and r.id = $1.record_id
$$;
comment on function public.solutions(public.record_experts) is 'The solution that an expert knows.';
grant execute on function public.solutions(public.record_experts) to authenticated, service_role;

create function public.record_experts(public.solutions) returns setof public.record_experts
language sql stable
as $$
  select e.*
  from public.record_experts e
  where e.account_id = $1.account_id and e.kind = 'solution' and e.record_id = $1.id
$$;
comment on function public.record_experts(public.solutions) is 'The experts of a solution.';
grant execute on function public.record_experts(public.solutions) to authenticated, service_role;

create function public.agents(public.record_experts) returns setof public.agents
language sql stable rows 1
as $$
  select r.* from public.agents r where r.account_id = $1.account_id and r.id = $1.record_id
$$;
comment on function public.agents(public.record_experts) is 'The agent that an expert knows.';
grant execute on function public.agents(public.record_experts) to authenticated, service_role;

create function public.record_experts(public.agents) returns setof public.record_experts
language sql stable
as $$
  select e.*
  from public.record_experts e
  where e.account_id = $1.account_id and e.kind = 'agent' and e.record_id = $1.id
$$;
comment on function public.record_experts(public.agents) is 'The experts of an agent.';
grant execute on function public.record_experts(public.agents) to authenticated, service_role;

create function public.automations(public.record_experts) returns setof public.automations
language sql stable rows 1
as $$
  select r.* from public.automations r where r.account_id = $1.account_id and r.id = $1.record_id
$$;
comment on function public.automations(public.record_experts) is 'The automation that an expert knows.';
grant execute on function public.automations(public.record_experts) to authenticated, service_role;

create function public.record_experts(public.automations) returns setof public.record_experts
language sql stable
as $$
  select e.*
  from public.record_experts e
  where e.account_id = $1.account_id and e.kind = 'automation' and e.record_id = $1.id
$$;
comment on function public.record_experts(public.automations) is 'The experts of an automation.';
grant execute on function public.record_experts(public.automations) to authenticated, service_role;

create function public.systems(public.system_experts) returns setof public.systems
language sql stable rows 1
as $$
  select r.* from public.systems r where r.account_id = $1.account_id and r.id = $1.system_id
$$;
comment on function public.systems(public.system_experts) is 'The system that an expert knows.';
grant execute on function public.systems(public.system_experts) to authenticated, service_role;

create function public.system_experts(public.systems) returns setof public.system_experts
language sql stable
as $$
  select e.* from public.system_experts e where e.account_id = $1.account_id and e.system_id = $1.id
$$;
comment on function public.system_experts(public.systems) is 'The experts of a system, in the view of systems alone.';
grant execute on function public.system_experts(public.systems) to authenticated, service_role;

create function public.systems(public.knowledge_articles) returns setof public.systems
language sql stable rows 1
as $$
  select r.* from public.systems r where r.account_id = $1.account_id and r.id = $1.system_id
$$;
comment on function public.systems(public.knowledge_articles) is 'The system that an article is about.';
grant execute on function public.systems(public.knowledge_articles) to authenticated, service_role;

create function public.knowledge_articles(public.systems) returns setof public.knowledge_articles
language sql stable
as $$
  select a.* from public.knowledge_articles a where a.account_id = $1.account_id and a.system_id = $1.id
$$;
comment on function public.knowledge_articles(public.systems) is 'The articles about a system.';
grant execute on function public.knowledge_articles(public.systems) to authenticated, service_role;
