import { useIdle } from '@/lib/hooks/use-idle.ts'
import { Card } from '@/ui/layout/card.tsx'
import { outlookCards } from './later.ts'
import { Later } from './later-part.tsx'
import { OUTLOOK_ROOM } from './outlook-room.ts'

/** Near renewals and departments: the last part of the dashboard that is drawn, in the room that it gets. */
export function Outlook() {
  const isIdle = useIdle()
  const room = (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card className={OUTLOOK_ROOM} />
      <Card className={OUTLOOK_ROOM} />
    </div>
  )
  if (!isIdle) return room
  return (
    <Later room={room}>
      <outlookCards.Component />
    </Later>
  )
}
