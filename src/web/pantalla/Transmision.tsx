/** The overlay of a stream: the entry in course as a lower third, on a transparent background. */
export function Transmision() {
  return <main className="transmision" />
}
