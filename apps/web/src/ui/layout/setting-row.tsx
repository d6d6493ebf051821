import type { ReactNode } from 'react'

interface SettingRowProps {
  label: ReactNode
  hint?: ReactNode
  /** The control, or what stands in its place. */
  children: ReactNode
}

/** A line of a list of settings (`SettingRows`): what it is about, and its control at the right. */
export function SettingRow({ label, hint, children }: SettingRowProps) {
  return (
    <li className="flex items-center justify-between gap-6 py-3 first:pt-1 last:pb-1">
      <div className="min-w-0">
        <p className="font-medium text-sm">{label}</p>
        {hint && <p className="mt-0.5 text-pretty text-muted-foreground text-xs">{hint}</p>}
      </div>
      {children}
    </li>
  )
}

export function SettingRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y">
      {children}
    </ul>
  )
}
