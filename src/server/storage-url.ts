/** An S3-compatible store, as `STORAGE_URL` names it. */
export interface S3Place {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly key: string
  readonly secret: string
}

/** Parses `s3://KEY:SECRET@host:port/bucket?region=…&tls=0`; `null` for any other text. */
export function readStorageUrl(value: string): S3Place | null {
  const url = URL.canParse(value) ? new URL(value) : null
  const bucket = url?.pathname.slice(1) ?? ''
  if (!url || url.protocol !== 's3:' || !url.hostname || !url.username || !url.password) return null
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return null
  const [key, secret] = [url.username, url.password].map(decoded)
  if (!key || !secret) return null
  return {
    endpoint: `${url.searchParams.get('tls') === '0' ? 'http' : 'https'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    key,
    secret,
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // Wrongly percent-encoded: the text is refused like any other invalid address.
    return null
  }
}
