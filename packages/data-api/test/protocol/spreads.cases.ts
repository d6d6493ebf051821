import type { ProtocolCase } from './case.ts'

function reads(url: string, answer: unknown, options: Partial<ProtocolCase> = {}): ProtocolCase {
  return { request: `GET ${url}`, status: 200, answer, ...options }
}

const COUNTED = { prefer: 'count=exact' }

/** Resources that are spread with nothing selected of them: they are there for their conditions, and add nothing. */
export const EMPTY_SPREADS: ProtocolCase[] = [
  reads('/projects?select=id,...tasks()&order=id', [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]),
  reads('/projects?select=...tasks(),id&id=eq.1', [{ id: 1 }]),
  reads('/projects?select=id,...people!project_members()&order=id&limit=2', [{ id: 1 }, { id: 2 }]),
  reads('/projects?select=id,...people!projects_owner()&order=id&limit=2', [{ id: 1 }, { id: 2 }]),
  reads('/people?select=id,...led()&order=id', [{ id: 1 }, { id: 2 }, { id: 3 }]),
  // Nested in others, spread or not, of one row or of many.
  reads('/projects?select=id,...tasks(...remarks())&id=eq.1', [{ id: 1 }]),
  reads('/projects?select=id,...tasks(number,...remarks())&tasks.order=number&id=eq.1', [
    { id: 1, number: [1, 2] },
  ]),
  reads('/projects?select=id,tasks(number,...remarks())&tasks.order=number&id=eq.1', [
    { id: 1, tasks: [{ number: 1 }, { number: 2 }] },
  ]),
  reads('/people?select=id,...projects!projects_owner(...tasks())&order=id', [
    { id: 1 },
    { id: 2 },
    { id: 3 },
  ]),
  reads('/tasks?select=number,...projects(...people!projects_owner())&project_id=eq.2', [{ number: 1 }]),
  reads('/tasks?select=number,...projects(name,...people!project_members())&project_id=eq.1&order=number', [
    { number: 1, name: 'Engine' },
    { number: 2, name: 'Engine' },
  ]),
  reads('/projects?select=id,...tasks(remarks())&id=eq.1', [{ id: 1 }]),
  // Conditions, counts, limits.
  reads('/projects?select=id,...tasks()&tasks.done=is.true&order=id&limit=2', [{ id: 1 }, { id: 2 }]),
  reads('/projects?select=id,...tasks!inner()&order=id', [{ id: 1 }, { id: 2 }]),
  reads('/projects?select=id,...tasks!inner()&tasks.done=is.true', [{ id: 1 }]),
  reads('/projects?select=id,...tasks()&tasks=is.null&order=id', [{ id: 3 }, { id: 4 }]),
  reads('/projects?select=id,...tasks()&tasks=not.is.null&order=id', [{ id: 1 }, { id: 2 }]),
  reads('/projects?select=id,...tasks()&tasks.limit=1&order=id&limit=1', [{ id: 1 }]),
  reads('/projects?select=id,...tasks()&order=id&offset=1&limit=2', [{ id: 2 }, { id: 3 }], {
    headers: COUNTED,
    status: 206,
    answered: { 'content-range': '1-2/4' },
  }),
  reads('/projects?select=id,...tasks!inner()&order=id', [{ id: 1 }, { id: 2 }], {
    headers: COUNTED,
    answered: { 'content-range': '0-1/2' },
  }),
  { ...reads('/projects?select=id,...tasks()&id=eq.1', 'id\n1'), headers: { accept: 'text/csv' } },
  {
    ...reads('/projects?select=id,...tasks()&id=eq.1', { id: 1 }),
    headers: { accept: 'application/vnd.pgrst.object+json' },
  },
]

/** Spread resources order the parent rows, by their columns and by the names of these in the response. */
export const SPREAD_ORDERS: ProtocolCase[] = [
  reads('/tasks?select=title,...projects(project:name)&order=projects(project),number.desc', [
    { title: 'Parse (everything)', project: 'Compiler' },
    { title: 'Draw the plan, twice', project: 'Engine' },
    { title: 'Cut the wheels', project: 'Engine' },
  ]),
  reads('/tasks?select=number,...projects(project:name)&order=projects(budget).desc,number', [
    { number: 1, project: 'Compiler' },
    { number: 1, project: 'Engine' },
    { number: 2, project: 'Engine' },
  ]),
  reads('/remarks?select=id,...tasks(...projects(project:name))&order=tasks(project),id.desc', [
    { id: 3, project: 'Compiler' },
    { id: 2, project: 'Engine' },
    { id: 1, project: 'Engine' },
  ]),
  // The name in the response takes precedence over the column of that name.
  reads('/projects?select=id,...people!projects_owner(id:name)&order=people(id).desc&limit=1', [
    { id: 'Grace' },
  ]),
]

/** Aggregates over groups that are made by columns of a resource which is spread. */
export const SPREAD_AGGREGATES: ProtocolCase[] = [
  reads('/tasks?select=...projects(name,count())&order=projects(name)', [
    { name: 'Compiler', count: 1 },
    { name: 'Engine', count: 2 },
  ]),
  reads('/tasks?select=...projects(project:name,tasks:count())&order=projects(project).desc', [
    { project: 'Engine', tasks: 2 },
    { project: 'Compiler', tasks: 1 },
  ]),
  reads('/tasks?select=number.max(),...projects(name)&order=projects(name)', [
    { max: 1, name: 'Compiler' },
    { max: 2, name: 'Engine' },
  ]),
  reads('/remarks?select=count(),...tasks(...projects(project:name))&order=tasks(project)', [
    { count: 1, project: 'Compiler' },
    { count: 2, project: 'Engine' },
  ]),
  reads('/remarks?select=...tasks(project_id,...projects(budget.sum()))&order=tasks(project_id)', [
    { project_id: 1, sum: 201 },
    { project_id: 2, sum: 2000 },
  ]),
  reads('/remarks?select=...tasks(projects(name),count())&project_id=eq.1', [
    { projects: { name: 'Engine' }, count: 2 },
  ]),
  reads('/remarks?select=...tasks(project:projects(name),...projects(budget.max()))&project_id=eq.2', [
    { project: { name: 'Compiler' }, max: 2000 },
  ]),
  reads('/remarks?select=count(),...tasks(...projects(people!projects_owner(name)))&project_id=eq.1', [
    { count: 2, people: { name: 'Ada' } },
  ]),
  reads('/remarks?select=count(),...tasks(...projects(...people!project_members(name)))&project_id=eq.2', [
    { count: 1, name: ['Grace'] },
  ]),
  reads('/projects?select=count(),...tasks()&id=lte.2', [{ count: 2 }]),
]
