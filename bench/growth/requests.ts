import type { Reader } from './arrange.ts'

/** A request that a screen makes. */
export interface ScreenRequest {
  title: string
  method?: 'GET' | 'HEAD' | 'POST'
  url: string
  body?: object
  /** Whether the request reads one page of a long list: its cost does not depend on the length. */
  page?: true
  /** Whether the number of all rows is wanted too. */
  count?: true
}

const RECORD = 'id,name,description,owner_id,account_id,status,created_by,created_at,updated_at'

/** All requests of the screens, in the form of the data API. */
export function screenRequests(reader: Reader): ScreenRequest[] {
  return [...reads(reader), ...calls(reader)]
}

function reads(reader: Reader): ScreenRequest[] {
  const { personId, accountId, systemId } = reader
  const mine = `account_id=eq.${accountId}`
  return [
    {
      title: 'my membership',
      url: `/account_members?select=account_id,permission_level&user_id=eq.${personId}&limit=1`,
    },
    { title: 'my account', url: `/accounts?select=id,name&id=eq.${accountId}` },
    { title: 'switches', url: `/app_features?select=feature_name,enabled&${mine}` },
    listRequest(reader),
    {
      title: 'systems, a later page',
      url: `/systems?select=${RECORD}&${mine}&name=gt.Payroll&order=name&limit=50`,
      page: true,
    },
    { title: 'a system', url: `/systems?select=${RECORD}&id=eq.${systemId}`, page: true },
    {
      title: 'active systems, counted',
      method: 'HEAD',
      url: `/systems?select=id&${mine}&status=eq.active`,
      count: true,
    },
    { title: 'experts of a system', url: `/system_experts?select=expert_id&system_id=eq.${systemId}` },
    { title: 'solutions', url: `/solutions?select=${RECORD}&${mine}&order=name&limit=50` },
    { title: 'agents', url: `/agents?select=*&${mine}&order=name&limit=50` },
    { title: 'automations', url: `/automations?select=*&${mine}&order=name&limit=50` },
    {
      title: 'articles with their authors',
      url: `/knowledge_articles?select=*,profiles(name,avatar)&${mine}&order=updated_at.desc&limit=50`,
    },
    {
      title: 'history of a system',
      url: `/record_history?select=*&record_id=eq.${systemId}&order=changed_at.desc&limit=50`,
    },
    { title: 'team', url: `/account_members?select=user_id,permission_level&${mine}` },
    { title: 'invitations', url: `/pending_invitations?select=*&${mine}&order=created_at.desc` },
    { title: 'audit log', url: `/security_audit_log?select=*&${mine}&order=created_at.desc&limit=100` },
  ]
}

/** The first page of a catalogue. */
export const listRequest = ({ accountId }: Reader): ScreenRequest => ({
  title: 'systems, first page by name',
  url: `/systems?select=${RECORD}&account_id=eq.${accountId}&order=name&limit=50`,
  page: true,
})

/** The first page of each catalogue as its screen asks for it, with the number of all records. */
export const catalogueRequests = ({ accountId }: Reader): ScreenRequest[] =>
  [
    ['systems', 'name'],
    ['solutions', 'name'],
    ['agents', 'created_at.desc,id.desc'],
    ['automations', 'created_at.desc,id.desc'],
  ].map(([table, order]) => ({
    title: `${table}, first page`,
    url: `/${table}?select=*&account_id=eq.${accountId}&order=${order}&limit=100`,
    count: true,
  }))

/** The request for systems that match a filter, as the screen sends it. */
export const foundRequest = (title: string, filter: object): ScreenRequest => ({
  ...call('find_records', { kind: 'system', ...filter }),
  title: `systems, ${title}`,
})

const GAPS = ['no_owner', 'owner_left', 'owner_not_seen', 'handover_pending', 'nobody_else']

export const gapFilterRequests = (): ScreenRequest[] =>
  GAPS.map((gap) => foundRequest(`by the gap ${gap}`, { gaps: [gap] }))

export const call = (name: string, body: object = {}): ScreenRequest => ({
  title: `${name}${'query' in body ? ` "${body.query}"` : ''}`,
  method: 'POST',
  url: `/rpc/${name}`,
  body,
})

function calls({ accountId, systemId }: Reader): ScreenRequest[] {
  return [
    call('get_dashboard_counts'),
    { ...call('get_recent_activity'), page: true },
    call('get_deletion_effects', { kind_param: 'system', id_param: systemId }),
    call('get_secure_team_member_profiles', { account_id_param: accountId }),
    call('get_my_notifications'),
    call('unread_notification_count'),
    call('get_security_overview'),
    call('get_my_security_activity'),
    call('search_workspace', { query: 'payroll 11' }),
    call('search_workspace', { query: 'finance' }),
    call('search_workspace', { query: 'a' }),
    call('search_workspace', { query: 'nothing like it' }),
  ]
}

/** The request of the dashboard's card that counts gaps. */
export const gapsRequest = (): ScreenRequest => call('get_gaps')

export const coverageRequest = (): ScreenRequest => call('get_coverage')

export const binRequest = (): ScreenRequest => call('get_bin')

/** The requests of an admin's security tab; its filters have a lower aim than the rest. */
export function auditRequests({ personId }: Reader): (ScreenRequest & { isFilter: boolean })[] {
  const now = Date.now()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
  const log = (title: string, body: object) => ({ ...call('get_audit_log', body), title, isFilter: true })
  return [
    { ...call('get_security_overview'), isFilter: false },
    { ...call('get_audit_filters'), isFilter: false },
    { ...call('get_my_security_activity'), isFilter: false },
    log('the newest entries', {}),
    log('older ones', { before_time: daysAgo(40), before_id: personId }),
    log('1,000 for an export', { rows_param: 1_000 }),
    log('a frequent action', { action_param: 'login_successful' }),
    log('an action that there is once', { action_param: 'audit_log_cleaned' }),
    log('an action that there is not', { action_param: 'printer_on_fire' }),
    log('a person', { person_param: personId }),
    log('a person and an action that is never theirs', {
      person_param: personId,
      action_param: 'failed_login',
    }),
    log('a person and a severity that is never theirs', { person_param: personId, severity_param: 'medium' }),
    log('a severity', { severity_param: 'high' }),
    log('an old day', { from_param: daysAgo(60), until_param: daysAgo(59) }),
    log('an action on an old day', {
      action_param: 'permission_updated',
      from_param: daysAgo(60),
      until_param: daysAgo(59),
    }),
    log('a time without entries', { from_param: daysAgo(400), until_param: daysAgo(300) }),
  ]
}
