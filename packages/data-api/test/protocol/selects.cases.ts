import type { ProtocolCase } from './case.ts'

function reads(url: string, answer: unknown): ProtocolCase {
  return { request: `GET ${url}`, status: 200, answer, answered: { vary: 'Accept, Prefer, Range' } }
}

const FIRST = '/projects?id=eq.1'

/** The selected parts of a row. */
export const SELECTS: ProtocolCase[] = [
  reads(`${FIRST}&select=id`, [{ id: 1 }]),
  reads(`${FIRST}&select=id)`, [{ id: 1 }]),
  reads(`${FIRST}&select=id,name`, [{ id: 1, name: 'Engine' }]),
  reads(`${FIRST}&select= id , name `, [{ id: 1, name: 'Engine' }]),
  reads(`${FIRST}&select=n:name`, [{ n: 'Engine' }]),
  reads(`${FIRST}&select="n n":name`, [{ 'n n': 'Engine' }]),
  reads(`${FIRST}&select=id::text`, [{ id: '1' }]),
  reads(`${FIRST}&select=x:id::text`, [{ x: '1' }]),
  reads(`${FIRST}&select=budget`, [{ budget: 100.5 }]),
  reads(`${FIRST}&select=budget::text`, [{ budget: '100.50' }]),
  reads(`${FIRST}&select=tags`, [{ tags: ['maths', 'iron'] }]),
  reads(`${FIRST}&select=seasons`, [{ seasons: '[1,5)' }]),
  reads(`${FIRST}&select=data->size`, [{ size: 3 }]),
  reads(`${FIRST}&select=data->>size`, [{ size: '3' }]),
  reads(`${FIRST}&select=x:data->size`, [{ x: 3 }]),
  reads(`${FIRST}&select=data->parts->0->name`, [{ name: 'wheel' }]),
  reads(`${FIRST}&select=data->parts->0->>name`, [{ name: 'wheel' }]),
  reads(`${FIRST}&select=data->parts->5->name`, [{ name: null }]),
  reads(`${FIRST}&select=data->>size::integer`, [{ size: 3 }]),
  reads(`${FIRST}&select=id,id`, [{ id: 1 }]),
  reads('/people?id=eq.1&select=initial', [{ initial: 'A' }]),
  reads('/people?id=eq.2&select=name,boss_of', [{ name: 'Grace', boss_of: 'Ada' }]),
  reads('/people?initial=eq.E&select=name', [{ name: 'Edsger' }]),
  reads('/people?select=name&order=initial.desc', [{ name: 'Grace' }, { name: 'Edsger' }, { name: 'Ada' }]),
]

const PROJECT_TWO = '/projects?id=eq.2'

/** Rows of other tables within rows. */
export const EMBEDS: ProtocolCase[] = [
  reads(`${PROJECT_TWO}&select=id,tasks(number)`, [{ id: 2, tasks: [{ number: 1 }] }]),
  reads(`${PROJECT_TWO}&select=id,todo:tasks(number)`, [{ id: 2, todo: [{ number: 1 }] }]),
  reads(`${PROJECT_TWO}&select=id,tasks()`, [{ id: 2 }]),
  reads(`${PROJECT_TWO}&select=id,tasks(count)`, [{ id: 2, tasks: [{ count: 1 }] }]),
  reads('/projects?id=eq.3&select=id,tasks(number)', [{ id: 3, tasks: [] }]),
  reads(`${PROJECT_TWO}&select=people!projects_owner(name)`, [{ people: { name: 'Grace' } }]),
  reads(`${PROJECT_TWO}&select=people!owner_id(name)`, [{ people: { name: 'Grace' } }]),
  reads(`${PROJECT_TWO}&select=owner_id(name)`, [{ owner_id: { name: 'Grace' } }]),
  reads(`${PROJECT_TWO}&select=projects_owner(name)`, [{ projects_owner: { name: 'Grace' } }]),
  reads(`${PROJECT_TWO}&select=owner:people!projects_owner(name)`, [{ owner: { name: 'Grace' } }]),
  reads(`${PROJECT_TWO}&select=people!projects_reviewer(name)`, [{ people: null }]),
  reads(`${PROJECT_TWO}&select=people!project_members(name)`, [{ people: [{ name: 'Grace' }] }]),
  reads('/projects?select=id,people!projects_reviewer!inner(name)&order=id', [
    { id: 1, people: { name: 'Grace' } },
    { id: 3, people: { name: 'Ada' } },
  ]),
  reads('/projects?select=id,tasks!inner(number)&tasks.done=is.true', [{ id: 1, tasks: [{ number: 1 }] }]),
  reads('/projects?select=id,tasks()&tasks=not.is.null&order=id', [{ id: 1 }, { id: 2 }]),
  reads('/projects?select=id,tasks()&tasks=is.null&order=id', [{ id: 3 }, { id: 4 }]),
  reads('/projects?id=eq.1&select=id,tasks(number)&tasks.order=number.desc', [
    { id: 1, tasks: [{ number: 2 }, { number: 1 }] },
  ]),
  reads('/projects?id=eq.1&select=id,tasks(number)&tasks.order=number&tasks.limit=1', [
    { id: 1, tasks: [{ number: 1 }] },
  ]),
  reads('/projects?id=eq.1&select=id,tasks(number)&tasks.order=number&tasks.offset=1', [
    { id: 1, tasks: [{ number: 2 }] },
  ]),
  reads('/projects?id=eq.1&select=id,tasks(number)&tasks.title=like.%wheel%', [
    { id: 1, tasks: [{ number: 1 }] },
  ]),
  reads('/projects?id=eq.1&select=id,tasks(number)&tasks.or=(number.eq.1,number.eq.9)', [
    { id: 1, tasks: [{ number: 1 }] },
  ]),
  reads('/tasks?select=title,projects(name)&project_id=eq.2', [
    { title: 'Parse (everything)', projects: { name: 'Compiler' } },
  ]),
  reads('/tasks?select=number,projects()&order=projects(name).desc,number&project_id=lte.2', [
    { number: 1 },
    { number: 2 },
    { number: 1 },
  ]),
  reads('/remarks?id=eq.3&select=id,tasks(title,projects(name))', [
    { id: 3, tasks: { title: 'Parse (everything)', projects: { name: 'Compiler' } } },
  ]),
  reads('/people?id=eq.1&select=name,passports(number)', [{ name: 'Ada', passports: { number: 'P-1' } }]),
  reads('/people?id=eq.2&select=name,passports(number)', [{ name: 'Grace', passports: null }]),
  reads('/people?id=eq.2&select=name,boss_id(name)', [{ name: 'Grace', boss_id: { name: 'Ada' } }]),
  reads('/people?id=eq.1&select=name,people(name)&people.order=name', [
    { name: 'Ada', people: [{ name: 'Edsger' }, { name: 'Grace' }] },
  ]),
  reads('/people?id=eq.1&select=name,first_led(name)', [{ name: 'Ada', first_led: { name: 'Engine' } }]),
  reads('/people?id=eq.1&select=name,led(name)&led.order=id', [
    { name: 'Ada', led: [{ name: 'Engine' }, { name: 'Stars * and % signs' }] },
  ]),
  reads('/owned_projects?project=eq.1&select=title,people!owner(name)', [
    { title: 'Engine', people: { name: 'Ada' } },
  ]),
  reads('/rooms?id=eq.1&select=name,people(name)&people.order=id', [
    { name: 'Attic', people: [{ name: 'Ada' }, { name: 'Grace' }] },
  ]),
  reads('/tasks?select=...projects(project:name),number&project_id=eq.2', [
    { project: 'Compiler', number: 1 },
  ]),
  reads('/projects?id=eq.1&select=id,...tasks(number)&tasks.order=number', [{ id: 1, number: [1, 2] }]),
  reads('/projects?id=eq.1&select=id,...tasks(number)&tasks.order=number.desc', [{ id: 1, number: [2, 1] }]),
  reads('/projects?id=eq.3&select=id,...tasks(number,title)', [{ id: 3, number: [], title: [] }]),
  reads('/projects?select=id,...people!project_members(name)&people.order=name&id=in.(1,3)&order=id', [
    { id: 1, name: ['Ada', 'Grace'] },
    { id: 3, name: [] },
  ]),
]

/** A view that shows the same column twice is related by each of them. */
export const TWICE: ProtocolCase[] = [
  {
    request: 'GET /doubled?select=id,people(name)',
    status: 300,
    answer: { code: 'PGRST201' },
  },
  reads('/doubled?id=eq.1&select=id,people!chief(name)', [{ id: 1, people: { name: 'Ada' } }]),
  reads('/doubled?id=eq.2&select=id,people!owner(name)', [{ id: 2, people: { name: 'Grace' } }]),
  reads('/doubled?id=eq.2&select=id,tasks(number)', [{ id: 2, tasks: [{ number: 1 }] }]),
]
