import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

/** Members read the tags of their account, from level user on they add some, and managers change and delete them. */
export const TAG_CASES: readonly Case[] = [
  {
    title: 'tags: read one',
    statement: `select * from public.tags where id = '${OWN.tag}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: 'tags: read one of the other account',
    statement: `select * from public.tags where id = '${OWN.rivalTag}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'tags: add one',
    statement: `insert into public.tags (account_id, name) values ('${ID.acme}', 'legal')`,
    expected: [NO, NO, NO, NO, 1, 1, 1, 1],
  },
  {
    title: 'tags: add one to the other account',
    statement: `insert into public.tags (account_id, name) values ('${ID.rivals}', 'legal')`,
    expected: [NO, NO, 1, NO, NO, NO, NO, 1],
  },
  {
    title: 'tags: add one in the name of another member',
    statement: `insert into public.tags (account_id, name, created_by) values ('${ID.acme}', 'legal', '${ID.viewer}')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'tags: rename and recolor one',
    statement: `update public.tags set name = 'money', color = 'green' where id = '${OWN.tag}'`,
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  {
    title: 'tags: move one to the other account',
    statement: `update public.tags set account_id = '${ID.rivals}' where id = '${OWN.tag}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, { refused: '23503' }],
  },
  {
    title: 'tags: delete one',
    statement: `delete from public.tags where id = '${OWN.tag}'`,
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  { title: 'tags: truncate', statement: 'truncate public.tags', expected: [NO, NO, NO, NO, NO, NO, NO, NO] },
]
