/** The length of the note of a maintenance window. */
export const MAINTENANCE_NOTE = 500

/** From when to when a record is worked on: nobody is told meanwhile that it is late or fails. */
export interface MaintenanceWindow {
  id: string
  startsAt: Date
  endsAt: Date
  note: string
}

export interface NewMaintenance {
  recordId: string
  /** Null for now. */
  startsAt: Date | null
  endsAt: Date
  note: string
}

/** The member who gets alerts in place of the user, and the absence of the user: from now on where only the end is given. */
export interface Deputy {
  deputyId: string | null
  awayFrom: Date | null
  awayUntil: Date | null
}

/** The hours in which mails about alerts wait: times such as `22:00`, by the clock of the user. */
export interface QuietHours {
  from: string
  until: string
}

/** How a member is reached, as far as they say. */
export interface Contact {
  /** A web address; empty for none. */
  chatUrl: string
  /** The whole address; null where they do not show it. */
  email: string | null
}

/** How the user is reached. */
export interface OwnContact {
  chatUrl: string
  showsEmail: boolean
}

/** A secret address of a calendar: of the user's records, of a view, or of a team. */
export interface CalendarAddress {
  id: string
  viewId: string | null
  teamId: string | null
  createdAt: Date
  /** Null until a calendar has asked. */
  lastUsedAt: Date | null
}

/** The records of a calendar: those of a view or a team, or the user's own where both are null. */
export type CalendarSubject = Pick<CalendarAddress, 'viewId' | 'teamId'>

/** How people are reached, by alerts and by each other; and the calendars of dates. */
export interface AlertsPart {
  /** The windows of a record that are not over, the next first. */
  maintenance(recordId: string): Promise<readonly MaintenanceWindow[]>
  /** Until when those of these records that are in maintenance now are so. */
  inMaintenance(recordIds: readonly string[]): Promise<ReadonlyMap<string, Date>>
  addMaintenance(window: NewMaintenance): Promise<void>
  removeMaintenance(id: string): Promise<void>
  deputy(): Promise<Deputy>
  nameDeputy(deputy: Deputy): Promise<void>
  /** Null where the user has none. */
  quietHours(): Promise<QuietHours | null>
  saveQuietHours(hours: QuietHours | null): Promise<void>
  /** Null where the id is no member's. */
  contact(memberId: string): Promise<Contact | null>
  saveContact(contact: OwnContact): Promise<void>
  /** After how many hours alerts go to the deputy of an owner; 0 for never. */
  escalation(): Promise<number>
  saveEscalation(hours: number): Promise<void>
  calendars(): Promise<readonly CalendarAddress[]>
  /** Makes an address, and returns its secret, which is not shown again. */
  makeCalendar(of: CalendarSubject): Promise<string>
  /** Gives an address another secret, and returns it. The former one opens nothing any more. */
  renewCalendar(id: string): Promise<string>
  removeCalendar(id: string): Promise<void>
}
