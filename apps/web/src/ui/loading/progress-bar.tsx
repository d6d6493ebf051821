interface ProgressBarProps {
  /** The task in progress, for a screen reader. */
  label: string
  /** The share that is done, from 0 to 1. */
  share: number
}

/** The progress of a task. */
export function ProgressBar({ label, share }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-secondary"
    >
      <div
        className="h-full rounded-full bg-primary transition-[width] duration-150"
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
