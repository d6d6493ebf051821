import { phrase } from '@cairn/workspace/lib/phrase'
import type { AlertsPart } from '@cairn/workspace/port/alerts'
import { DEFAULT_ESCALATION_HOURS } from '@cairn/workspace/rules/preferences'
import { loaded, notSaved } from './answers.ts'

/** Guests see how a new account alerts, and change nothing of it. */
export const demoAlerts: AlertsPart = {
  maintenance: () => loaded(() => []),
  inMaintenance: () => loaded(() => new Map()),
  addMaintenance: () => notSaved(phrase('Maintenance windows')),
  removeMaintenance: () => notSaved(phrase('Maintenance windows')),
  deputy: () => loaded(() => ({ deputyId: null, awayFrom: null, awayUntil: null })),
  nameDeputy: () => notSaved(phrase('Deputies')),
  quietHours: () => loaded(() => null),
  saveQuietHours: () => notSaved(phrase('Quiet hours')),
  contact: () => loaded(() => null),
  saveContact: () => notSaved(phrase('Profile changes')),
  escalation: () => loaded(() => DEFAULT_ESCALATION_HOURS),
  saveEscalation: () => notSaved(phrase('Account settings')),
  calendars: () => loaded(() => []),
  makeCalendar: () => notSaved(phrase('Calendar addresses')),
  renewCalendar: () => notSaved(phrase('Calendar addresses')),
  removeCalendar: () => notSaved(phrase('Calendar addresses')),
}
