import { InvitePeople } from '@/features/invitations/invite-people.tsx'
import { TeamPage } from '@/features/team/team-page.tsx'

/** The team directory, with the way to invite people. */
export function TeamScreen() {
  return <TeamPage actions={<InvitePeople />} />
}
