import { RunChart } from '../heartbeats/run-chart.tsx'
import { RunsTable } from '../heartbeats/runs-table.tsx'

/** The runs of a heartbeat: how the last 90 days went, and what each run reported. */
export function ReportedRuns({ heartbeatId }: { heartbeatId: string }) {
  return (
    <div className="in-order flex flex-col gap-5">
      <RunChart heartbeatId={heartbeatId} />
      <RunsTable heartbeatId={heartbeatId} />
    </div>
  )
}
