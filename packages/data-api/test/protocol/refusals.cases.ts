import { type ProtocolCase, refuses } from './case.ts'

const FILTER = (value: string) => `"failed to parse filter (${value})" (line 1, column 1)`

/** Requests that cannot be read, and names that cannot be found, in PostgREST's words. */
export const REFUSALS: ProtocolCase[] = refuses([
  ['GET /nothing', 404, 'PGRST205', "Could not find the table 'public.nothing' in the schema cache"],
  ['HEAD /projects?select=none', 400, '42703', ''],
  ['GET /projects?none=eq.1', 400, '42703', 'column projects.none does not exist'],
  ['GET /projects?select=none', 400, '42703', 'column projects.none does not exist'],
  ['GET /projects?order=none', 400, '42703', 'column projects.none does not exist'],
  ['GET /projects?id=1', 400, 'PGRST100', FILTER('1')],
  ['GET /projects?id=equals.1', 400, 'PGRST100', FILTER('equals.1')],
  ['GET /projects?id=eq.x', 400, '22P02', 'invalid input syntax for type integer: "x"'],
  ['GET /projects?id=eq.', 400, '22P02', 'invalid input syntax for type integer: ""'],
  ['GET /projects?budget=eq.much', 400, '22P02', 'invalid input syntax for type numeric: "much"'],
  ['GET /people?mood=eq.angry', 400, '22P02', 'invalid input value for enum mood: "angry"'],
  [
    'GET /projects?select=id,nobody(id)',
    400,
    'PGRST200',
    "Could not find a relationship between 'projects' and 'nobody' in the schema cache",
  ],
  [
    'GET /projects?select=people(id)',
    300,
    'PGRST201',
    "Could not embed because more than one relationship was found for 'projects' and 'people'",
  ],
  [
    'GET /rpc/nothing',
    404,
    'PGRST202',
    'Could not find the function public.nothing without parameters in the schema cache',
  ],
  ['GET /rpc/add?x=1', 404, 'PGRST202', 'Could not find the function public.add(x) in the schema cache'],
  ['POST /projects', 400, 'PGRST102', 'Empty or invalid json'],
  ['GET /a/b', 404, 'PGRST125', 'Invalid path specified in request URL'],
  ['DELETE /rpc/add', 405, 'PGRST101', 'Cannot use the DELETE method on RPC'],
])
