/**
 * A chart as it is on the screen, as a PNG in a `data:` address, with its size in CSS pixels.
 *
 * @public
 */
export interface ChartPicture {
  label: string
  png: string
  width: number
  height: number
  /** What the colors stand for. */
  legend: { name: string; color: string }[]
}

/** Twice the pixels of the screen: a page is printed finer. */
const SCALE = 2
/** Ink on paper, whatever the colors of the screen. */
const INK = '#1f2937'

/**
 * Serves release 0.1 of areas. Pictures of the charts below `root`, in order, for a document on white paper. A chart that is
 * not drawn yet is left out. Rejects if the browser cannot make a picture.
 *
 * @public
 */
export async function chartPictures(root: HTMLElement): Promise<ChartPicture[]> {
  const charts = [...root.querySelectorAll<HTMLElement>('[role=img][aria-label]')]
  const pictures = charts.map(async (chart) => {
    const drawing = chart.querySelector<SVGSVGElement>('svg.apexcharts-svg')
    return drawing ? [await toPicture(drawing, chart.getAttribute('aria-label') ?? '')] : []
  })
  return (await Promise.all(pictures)).flat()
}

async function toPicture(drawing: SVGSVGElement, label: string): Promise<ChartPicture> {
  const { width, height } = drawing.getBoundingClientRect()
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(forPaper(drawing, width, height))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SCALE
  canvas.height = height * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser cannot draw the charts')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return { label, png: canvas.toDataURL('image/png'), width, height, legend: legendOf(drawing) }
}

/** The legend is HTML inside the drawing, which a picture leaves out. */
function legendOf(drawing: SVGSVGElement): ChartPicture['legend'] {
  return [...drawing.querySelectorAll('.apexcharts-legend-series')].map((entry) => {
    const text = entry.querySelector<HTMLElement>('.apexcharts-legend-text')
    const marker = entry.querySelector('.apexcharts-legend-marker')
    const color = marker ? getComputedStyle(marker.querySelector('path') ?? marker).fill : INK
    return { name: text?.textContent?.trim() ?? '', color }
  })
}

/** The drawing alone, with its texts in ink. */
function forPaper(drawing: SVGSVGElement, width: number, height: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  for (const html of copy.querySelectorAll('foreignObject')) html.remove()
  for (const text of copy.querySelectorAll<SVGElement>('text, tspan')) text.setAttribute('fill', INK)
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = 'text { font: 12px sans-serif }'
  copy.append(style)
  return new XMLSerializer().serializeToString(copy)
}
