import { Spinner } from './spinner.tsx'

/** Fills the window, or the place it is given, while something is on its way. */
export function LoadingScreen({ text, className = 'min-h-dvh' }: { text: string; className?: string }) {
  return (
    <div
      role="status"
      data-loading
      className={`flex animate-late-in items-center justify-center gap-2.5 text-muted-foreground text-sm ${className}`}
    >
      <Spinner />
      {text}
    </div>
  )
}
