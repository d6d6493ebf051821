import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const adding = (account: string, person: string | null) =>
  `insert into public.views (account_id, kind, person_id, name)
    values ('${account}', 'agent', ${person === null ? 'null' : `'${person}'`}, 'New')`
const setting = (view: string, person: string) =>
  `insert into public.view_settings (user_id, view_id, watched) values ('${person}', '${view}', true)`

const VIEWS: readonly Case[] = [
  {
    title: 'views: read what one can see',
    statement: 'select * from public.views',
    expected: [NO, 0, 1, 1, 2, 1, 1, 3],
  },
  {
    title: 'views: read one of another member',
    statement: `select * from public.views where id = '${OWN.view}'`,
    expected: [NO, 0, 0, 0, 1, 0, 0, 1],
  },
  {
    title: 'views: keep one for oneself',
    statement: `insert into public.views (kind, name) values ('agent', 'New')`,
    expected: [NO, NO, 1, 1, 1, 1, 1, { refused: '23502' }],
  },
  {
    title: 'views: keep one for another member',
    statement: adding(ID.acme, ID.colleague),
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'views: add one for all members',
    statement: adding(ID.acme, null),
    expected: [NO, NO, NO, NO, NO, 1, 1, 1],
  },
  {
    title: 'views: add one for all members of the other account',
    statement: adding(ID.rivals, null),
    expected: [NO, NO, 1, NO, NO, NO, NO, 1],
  },
  {
    title: 'views: rename one of one’s own',
    statement: `update public.views set name = 'Ours' where id = '${OWN.view}'`,
    expected: [NO, 0, 0, 0, 1, 0, 0, 1],
  },
  {
    title: 'views: rename one of all members',
    statement: `update public.views set name = 'Ours' where id = '${OWN.sharedView}'`,
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  {
    title: 'views: share one of one’s own',
    statement: `update public.views set person_id = null where id = '${OWN.view}'`,
    expected: [NO, 0, 0, 0, NO, 0, 0, 1],
  },
  {
    title: 'views: give one to another member',
    statement: `update public.views set person_id = '${ID.colleague}' where id = '${OWN.sharedView}'`,
    expected: [NO, 0, 0, 0, 0, NO, NO, 1],
  },
  {
    title: 'views: make one of another kind',
    statement: `update public.views set kind = 'agent' where id = '${OWN.view}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'views: delete one of one’s own',
    statement: `delete from public.views where id = '${OWN.view}'`,
    expected: [NO, 0, 0, 0, 1, 0, 0, 1],
  },
  {
    title: 'views: delete one of all members',
    statement: `delete from public.views where id = '${OWN.sharedView}'`,
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  {
    title: 'views: truncate',
    statement: 'truncate public.views',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
]

const SETTINGS: readonly Case[] = [
  {
    title: 'settings of views: read what one can see',
    statement: 'select * from public.view_settings',
    expected: [NO, 0, 1, 0, 1, 0, 0, 2],
  },
  {
    title: 'settings of views: watch one of all members',
    statement: setting(OWN.sharedView, ID.viewer),
    expected: [NO, NO, NO, 1, NO, NO, NO, { refused: '23502' }],
  },
  {
    title: 'settings of views: watch one of another member',
    statement: setting(OWN.view, ID.viewer),
    expected: [NO, NO, NO, NO, NO, NO, NO, { refused: '23502' }],
  },
  {
    title: 'settings of views: stop watching',
    statement: 'update public.view_settings set watched = false',
    expected: [NO, 0, 1, 0, 1, 0, 0, 2],
  },
  {
    title: 'settings of views: put them on a view of another member',
    statement: `update public.view_settings set view_id = '${OWN.view}' where user_id = '${ID.user}'`,
    expected: [NO, 0, 0, 0, 1, 0, 0, 1],
  },
  {
    title: 'settings of views: give them to another member',
    statement: `update public.view_settings set user_id = '${ID.viewer}' where user_id = '${ID.user}'`,
    expected: [NO, 0, 0, 0, NO, 0, 0, 1],
  },
  {
    title: 'settings of views: delete',
    statement: 'delete from public.view_settings',
    expected: [NO, NO, NO, NO, NO, NO, NO, 2],
  },
  {
    title: 'settings of views: truncate',
    statement: 'truncate public.view_settings',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
]

const PROCEDURES: readonly Case[] = [
  {
    title: 'count_views',
    statement: 'select * from public.count_views()',
    expected: [NO, 0, 1, 1, 2, 1, 1, NO],
  },
  {
    title: 'order_views: of all members',
    statement: `select public.order_views('{${OWN.sharedView}}')`,
    expected: [NO, 1, 1, NO, NO, 1, 1, NO],
  },
]

/** A member has views of their own; managers have those of all members, which everybody in the account sees. */
export const VIEW_CASES: readonly Case[] = [...VIEWS, ...SETTINGS, ...PROCEDURES]
