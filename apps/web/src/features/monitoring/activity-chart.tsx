import { useTranslation } from 'react-i18next'
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { AuditDay } from '@/workspace/port/audit.ts'
import { dayLabel } from './day-label.ts'

const TICK = { fill: 'var(--muted-foreground)', fontSize: 12 }
const TOOLTIP = {
  background: 'var(--popover)',
  border: '1px solid var(--border)',
  borderRadius: 8,
  color: 'var(--foreground)',
  fontSize: 12,
}

const LEGEND = { fontSize: 12 }
const legendText = (text: unknown) => <span className="text-muted-foreground">{String(text)}</span>

/**
 * Events by day, the failed sign-ins among them in another colour. A picture: the same figures stand in a table for
 * whoever does not see it, so that the keyboard passes it by.
 */
export function ActivityChart({ days }: { days: readonly AuditDay[] }) {
  const { t, i18n } = useTranslation()
  const data = days.map(({ day, events, failedSignIns }) => ({
    day: dayLabel(day, i18n.language),
    failed: failedSignIns,
    others: events - failedSignIns,
  }))
  return (
    <div aria-hidden className="h-56 w-full">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height: 224 }}>
        <BarChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: -16 }}>
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis dataKey="day" tick={TICK} tickLine={false} axisLine={false} minTickGap={24} />
          <YAxis tick={TICK} tickLine={false} axisLine={false} allowDecimals={false} />
          <Tooltip cursor={{ fill: 'var(--muted)' }} contentStyle={TOOLTIP} isAnimationActive={false} />
          <Legend iconType="circle" iconSize={8} wrapperStyle={LEGEND} formatter={legendText} />
          <Bar
            dataKey="others"
            name={t('Other events')}
            stackId="events"
            fill="var(--primary)"
            isAnimationActive={false}
          />
          <Bar
            dataKey="failed"
            name={t('Failed sign-ins')}
            stackId="events"
            fill="var(--caution)"
            radius={[3, 3, 0, 0]}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
