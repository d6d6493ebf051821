import { InvitePeople } from '@/features/invite-members/invite-people.tsx'
import { TeamPage } from '@/features/team/directory/team-page.tsx'

/** The team directory, with the way to invite people. */
export function TeamScreen() {
  return <TeamPage actions={<InvitePeople />} />
}
