import type { DiscoveredCaller } from '@cairn/workspace/port/discovery'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '@/ui/display/ago.tsx'

interface CallerRowProps {
  caller: DiscoveredCaller
  nowMs: number
  /** The buttons. */
  children: ReactNode
}

/** A caller: its name, how often and from where it calls, and what it sent last. */
export function CallerRow({ caller, nowMs, children }: CallerRowProps) {
  const { t } = useTranslation()
  const { name, calls, network, agent, note, firstAt, lastAt } = caller
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p dir="auto" className="wrap-anywhere font-medium text-sm">
          {name}
        </p>
        <p className="wrap-anywhere mt-0.5 text-muted-foreground text-xs">
          {t('{{count}} calls', { count: calls, defaultValue_one: '{{count}} call' })}
          {' · '}
          {t('First')}: <Ago date={firstAt} nowMs={nowMs} />
          {' · '}
          {t('Last')}: <Ago date={lastAt} nowMs={nowMs} />
        </p>
        {(network ?? agent) !== null && (
          <p className="wrap-anywhere mt-0.5 text-muted-foreground text-xs">
            {[network?.replace(/\/(?:32|64|128)$/, ''), agent].filter(Boolean).join(' · ')}
          </p>
        )}
        {note !== null && (
          <pre className="mt-2 max-h-24 overflow-auto whitespace-pre-wrap rounded-md bg-muted p-2 font-mono text-xs">
            {note}
          </pre>
        )}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}
