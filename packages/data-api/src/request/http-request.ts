/** A request as it arrives, not parsed yet. Parsing turns it into an `ApiRequest`. */
export interface HttpRequest {
  /** The ID of the request in the log and in the response's `x-request-id`. */
  id: string
  method: string
  /** The path below the API's root and the query, still encoded: `/systems?select=id`. */
  url: string
  headers: Pick<Headers, 'get'>
  body: Uint8Array | string | null
  /** The headers that policies and functions may read as `request.headers`. */
  forwardedHeaders: Record<string, string>
  /** For `Server-Timing`: how long the authentication of the caller took. */
  authenticatedInMs?: number
}
