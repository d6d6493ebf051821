import type { Notification } from '../port/notifications.ts'
import { DEMO_GIVER, DEMO_HANDED_OVER } from './handovers.ts'
import { DAY, dayAhead, HOUR } from './moments.ts'

interface SampleNotification
  extends Omit<
      Notification,
      | 'happenedAt'
      | 'actor'
      | 'many'
      | 'fields'
      | 'level'
      | 'newcomer'
      | 'others'
      | 'handover'
      | 'reason'
      | 'dependents'
      | 'view'
      | 'renewsOn'
      | 'silentSince'
      | 'awaySeconds'
      | 'token'
      | 'serviceAccount'
    >,
    Partial<
      Pick<Notification, 'many' | 'fields' | 'newcomer' | 'handover' | 'view' | 'renewsOn' | 'awaySeconds'>
    > {
  /** Of a member of the team; null for what the server tells. */
  actorId: string | null
  actorName: string
  /** Guests always find something recent. */
  minutesAgo: number
}

export const DEMO_NOTIFICATIONS: readonly SampleNotification[] = [
  {
    id: 'demo-notification-1',
    kind: 'owner_assigned',
    actorId: 'demo-person-4',
    actorName: 'Dana Demo',
    record: { kind: 'system', id: 'demo-system-crm', name: 'Salesforce' },
    minutesAgo: 18,
    isRead: false,
  },
  {
    id: 'demo-notification-6',
    kind: 'handed_over',
    actorId: 'demo-person-4',
    actorName: 'Dana Demo',
    record: null,
    handover: { act: 'demo-act', giver: DEMO_GIVER, amount: DEMO_HANDED_OVER.length },
    minutesAgo: HOUR,
    isRead: true,
  },
  {
    id: 'demo-notification-12',
    kind: 'suggestion_made',
    actorId: 'demo-person-2',
    actorName: 'Bo Sample',
    record: { kind: 'system', id: 'demo-system-crm', name: 'Salesforce' },
    minutesAgo: 2 * HOUR,
    isRead: true,
  },
  {
    id: 'demo-notification-2',
    kind: 'record_changed',
    actorId: 'demo-person-2',
    actorName: 'Bo Sample',
    record: { kind: 'automation', id: 'demo-automation-1', name: 'New lead to sales channel' },
    fields: ['description', 'webhook_url'],
    minutesAgo: 3 * HOUR,
    isRead: false,
  },
  {
    id: 'demo-notification-8',
    kind: 'heartbeat_back',
    actorId: null,
    actorName: '',
    record: { kind: 'automation', id: 'demo-automation-1', name: 'New lead to sales channel' },
    awaySeconds: 3 * 3_600,
    minutesAgo: 20 * HOUR,
    isRead: true,
  },
  {
    id: 'demo-notification-3',
    kind: 'member_joined',
    actorId: 'demo-person-5',
    actorName: 'Eli Specimen',
    record: null,
    newcomer: 'Eli Specimen',
    minutesAgo: DAY + 4 * HOUR,
    isRead: true,
  },
  {
    id: 'demo-notification-webhook',
    kind: 'webhook_paused',
    actorId: null,
    actorName: '',
    record: null,
    minutesAgo: DAY + 9 * HOUR,
    isRead: true,
  },
  {
    id: 'demo-notification-7',
    kind: 'renewal_due',
    actorId: null,
    actorName: '',
    record: { kind: 'system', id: 'demo-system-itsm', name: 'ServiceNow' },
    renewsOn: dayAhead(28),
    minutesAgo: 2 * DAY + 3 * HOUR,
    isRead: true,
  },
  {
    id: 'demo-notification-4',
    kind: 'expert_assigned',
    actorId: 'demo-person-1',
    actorName: 'Alex Example',
    record: { kind: 'system', id: 'demo-system-itsm', name: 'ServiceNow' },
    minutesAgo: 5 * DAY,
    isRead: true,
  },
  {
    id: 'demo-notification-5',
    kind: 'record_deleted',
    actorId: 'demo-person-3',
    actorName: 'Chris Placeholder',
    record: { kind: 'agent', id: 'demo-agent-gone', name: 'Invoice Reader' },
    minutesAgo: 9 * DAY,
    isRead: true,
  },
  {
    id: 'demo-notification-7',
    kind: 'view_changed',
    actorId: null,
    actorName: '',
    record: null,
    view: { kind: 'system', id: 'demo-view-unowned', name: 'Without an owner', came: 2, went: 1 },
    minutesAgo: 10 * DAY,
    isRead: true,
  },
]
