/** The poster: the place of the gallery. Its picture is made by the project; what it says is text. */
export function Cartel() {
  return (
    <figure className="relative mx-auto aspect-3/2 w-full max-w-150 overflow-clip rounded-20 border border-line">
      <img
        src="/cartel-dalia.svg"
        alt=""
        width="600"
        height="400"
        fetchPriority="high"
        className="size-full object-cover"
      />
      <figcaption className="absolute bottom-[8%] left-[6%] font-display leading-none font-semibold uppercase">
        <span className="block text-[4.5rem] leading-[0.9] sm:text-[5.5rem]">10</span>
        <span className="text-22 text-gold sm:text-30">Años en pista</span>
      </figcaption>
    </figure>
  )
}
