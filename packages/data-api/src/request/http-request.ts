/** A request as it arrives: nothing of it has been read yet. Parsing makes an `ApiRequest` of it. */
export interface HttpRequest {
  /** By which the log and the answer's `x-request-id` name the request. */
  id: string
  method: string
  /** The path below the API's root and the query, still encoded: `/systems?select=id`. */
  url: string
  headers: Pick<Headers, 'get'>
  body: Uint8Array | string | null
  /** What policies and functions may read as `request.headers`. */
  forwardedHeaders: Record<string, string>
  /** For `Server-Timing`: how long it took to recognise the caller. */
  authenticatedInMs?: number
}
