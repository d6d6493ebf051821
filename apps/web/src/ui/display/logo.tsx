import { cn } from '@/lib/cn.ts'

/** Three stones, one on the other. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cn('base:size-6 fill-link', className)}>
      <path d="M9 5.3c-.1-2.1 1.4-3.4 3.6-3.5 2.3-.1 3.7 1 3.7 2.8 0 1.7-1.4 2.7-3.5 2.8-2.2.1-3.7-.4-3.8-2.1Z" />
      <path d="M5.6 11.7c-.2-2.3 2.1-3.4 6.1-3.6 4.2-.2 6.9.9 6.9 3.1 0 2.2-2.4 3.2-6.5 3.3-4.1.1-6.3-.6-6.5-2.8Z" />
      <path d="M2.5 19.1c-.3-2.6 3-3.8 9-3.9 5.9-.1 9.6 1.1 9.7 3.7.1 2.4-2.9 3.6-9.3 3.7-6 .1-9.1-.8-9.4-3.5Z" />
    </svg>
  )
}
