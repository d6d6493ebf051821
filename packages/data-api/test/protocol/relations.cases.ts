import type { ProtocolCase } from './case.ts'

function reads(url: string, answer: unknown): ProtocolCase {
  return { request: `GET ${url}`, status: 200, answer }
}

const LEFT = { code: 'PGRST201' }

/** Relationships through views and junctions, and what a request may mean by a name. */
export const RELATIONS: ProtocolCase[] = [
  reads('/clubs?id=eq.1&select=name,club_people(since)&club_people.order=since', [
    { name: 'Chess', club_people: [{ since: 1990 }, { since: 1991 }] },
  ]),
  reads('/clubs?id=eq.2&select=name,club_roll(since)', [{ name: 'Go', club_roll: [{ since: 1992 }] }]),
  reads('/club_roll?since=eq.1992&select=since,clubs(name)', [{ since: 1992, clubs: { name: 'Go' } }]),
  reads('/club_roll?since=eq.1992&select=since,people(name)', [{ since: 1992, people: { name: 'Grace' } }]),
  reads('/club_roll?since=eq.1992&select=club_names(name)', [{ club_names: { name: 'Go' } }]),
  reads('/clubs?id=eq.2&select=name,people!club_people(name)', [{ name: 'Go', people: [{ name: 'Grace' }] }]),
  reads('/clubs?id=eq.2&select=name,people!club_roll(name)', [{ name: 'Go', people: [{ name: 'Grace' }] }]),
  reads('/club_names?id=eq.2&select=name,people!club_roll(name)', [
    { name: 'Go', people: [{ name: 'Grace' }] },
  ]),
  reads('/people?id=eq.1&select=name,clubs!club_roll(name)', [{ name: 'Ada', clubs: [{ name: 'Chess' }] }]),
  reads('/people?id=eq.1&select=name,club_names!club_people(name)', [
    { name: 'Ada', club_names: [{ name: 'Chess' }] },
  ]),
  {
    request: 'GET /clubs?select=people(name)',
    status: 300,
    answer: {
      ...LEFT,
      details: [
        {
          cardinality: 'many-to-many',
          embedding: 'clubs with people',
          relationship:
            'club_people using club_people_club_id_fkey(club_id) and club_people_person_id_fkey(person_id)',
        },
        {
          cardinality: 'many-to-many',
          embedding: 'clubs with people',
          relationship:
            'club_roll using club_people_club_id_fkey(club_id) and club_people_person_id_fkey(person_id)',
        },
      ],
      hint:
        "Try changing 'people' to one of the following: 'people!club_people', 'people!club_roll'. " +
        "Find the desired relationship in the 'details' key.",
    },
    answered: { 'proxy-status': 'PostgREST; error=PGRST201' },
  },
  {
    request: 'GET /doubled?select=people(name)',
    status: 300,
    answer: {
      ...LEFT,
      message: "Could not embed because more than one relationship was found for 'doubled' and 'people'",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'doubled with people',
          relationship: 'projects_owner using doubled(owner) and people(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'doubled with people',
          relationship: 'projects_owner using doubled(chief) and people(id)',
        },
        {
          cardinality: 'many-to-many',
          embedding: 'doubled with people',
          relationship:
            'project_members using project_members_project_id_fkey(project_id) and project_members_person_id_fkey(person_id)',
        },
      ],
    },
  },
  {
    request: 'GET /people?select=projects(name)',
    status: 300,
    answer: {
      ...LEFT,
      hint:
        "Try changing 'projects' to one of the following: 'projects!projects_owner', " +
        "'projects!projects_reviewer', 'projects!project_members'. Find the desired relationship in the 'details' key.",
    },
  },
  {
    request: 'GET /projects?select=people!nobody(name)',
    status: 400,
    answer: {
      code: 'PGRST200',
      details:
        "Searched for a foreign key relationship between 'projects' and 'people' using the hint 'nobody' in the schema 'public', but no matches were found.",
    },
  },
  reads('/people?id=eq.1&select=name,projects!projects_reviewer(name)', [
    { name: 'Ada', projects: [{ name: 'Paths' }] },
  ]),
  reads('/people?id=eq.2&select=name,projects!owner_id(name)', [
    { name: 'Grace', projects: [{ name: 'Compiler' }] },
  ]),
  reads('/people?id=eq.2&select=name,owned_projects!owner(title)', [
    { name: 'Grace', owned_projects: [{ title: 'Compiler' }] },
  ]),
  reads('/loud_projects?project=eq.1&select=title,tasks(number)&tasks.order=number', [
    { title: 'Engine', tasks: [{ number: 1 }, { number: 2 }] },
  ]),
  reads('/open_tasks?project_id=eq.2&select=title,projects(name)', [
    { title: 'Parse (everything)', projects: { name: 'Compiler' } },
  ]),
  reads('/open_tasks?project_id=eq.2&select=title,loud_projects(title)', [
    { title: 'Parse (everything)', loud_projects: { title: 'Compiler' } },
  ]),
  reads('/open_tasks?project_id=eq.2&select=title,remarks(body)', [
    { title: 'Parse (everything)', remarks: [{ body: 'later' }] },
  ]),
  reads('/remarks?id=eq.3&select=body,open_tasks(title)', [
    { body: 'later', open_tasks: { title: 'Parse (everything)' } },
  ]),
  reads('/bookings?room_id=eq.2&select=rooms(name),people(name)', [
    { rooms: { name: 'Cellar' }, people: { name: 'Ada' } },
  ]),
  reads('/people?id=eq.1&select=rooms(name)&rooms.order=name', [
    { rooms: [{ name: 'Attic' }, { name: 'Cellar' }] },
  ]),
  reads('/people?id=eq.1&select=rooms!bookings(name)&rooms.order=name.desc&rooms.limit=1', [
    { rooms: [{ name: 'Cellar' }] },
  ]),
  reads('/people?select=name,clubs!club_people!inner(name)&clubs.name=eq.Go', [
    { name: 'Grace', clubs: [{ name: 'Go' }] },
  ]),
  reads('/people?id=lte.2&select=name,clubs!club_people()&clubs=is.null', []),
  reads('/people?select=name,clubs!club_people()&clubs=is.null', [{ name: 'Edsger' }]),
  reads('/people?id=eq.2&select=name,...clubs!club_people(club:name)&clubs.order=name', [
    { name: 'Grace', club: ['Chess', 'Go'] },
  ]),
  reads('/people?id=eq.2&select=name,clubs!club_people(count)', [{ name: 'Grace', clubs: [{ count: 2 }] }]),
  reads('/people?id=eq.2&select=name,boss:boss_id(name,clubs!club_people(name))', [
    { name: 'Grace', boss: { name: 'Ada', clubs: [{ name: 'Chess' }] } },
  ]),
]
