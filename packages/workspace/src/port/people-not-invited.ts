import { WorkspaceError } from '../errors.ts'
import { phrase } from '../lib/phrase.ts'
import type { InvitedPeople } from './invitations.ts'

/** People whom an import invites could not be invited; of its records, nothing is written yet. */
export class PeopleNotInvited extends WorkspaceError {
  override readonly name = 'PeopleNotInvited'
  readonly people: InvitedPeople['problems']

  constructor(people: InvitedPeople['problems']) {
    super(phrase('Some addresses cannot be invited'), { kind: 'invalid' })
    this.people = people
  }
}
