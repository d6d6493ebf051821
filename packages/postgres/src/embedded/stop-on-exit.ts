const pids = new Set<number>()

function stopAll(): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      // It has ended by itself.
    }
  }
}

/** Lets a Postgres stop when this process ends in any way that Node notices. */
export function stopOnExit(pid: number): void {
  if (pids.size === 0) process.on('exit', stopAll)
  pids.add(pid)
}

/** Takes that back: it has ended, was asked to stop, or belongs to another server. */
export function leaveOnExit(pid: number): void {
  pids.delete(pid)
  if (pids.size === 0) process.off('exit', stopAll)
}
