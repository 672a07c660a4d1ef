// @ts-check
/**
 * uPlot as a component: drawn on a canvas, resized with its box, redrawn when the theme changes.
 */
import { html, useEffect, useRef } from "../html.js";
import { onThemeChange } from "../lib/theme.js";
import library from "../../vendor/uplot/uplot.js";

/** @type {any} */
export const uPlot = library;

/**
 * @param {{data: any[], options: () => any, shape: string, height: number, label: string}} props
 *   `options` is asked anew whenever `shape` or the theme changes; `label` is the text alternative
 */
export function Plot({ data, options, shape, height, label }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const plot = useRef(/** @type {any} */ (undefined));
  const newest = useRef(data);
  newest.current = data;
  useEffect(() => {
    const element = /** @type {HTMLDivElement} */ (box.current);
    const draw = () => {
      plot.current?.destroy();
      plot.current = new uPlot(
        { ...options(), width: Math.max(1, element.clientWidth), height },
        newest.current,
        element,
      );
    };
    draw();
    const resized = new ResizeObserver(() => {
      const width = Math.max(1, element.clientWidth);
      if (width !== plot.current.width) {
        plot.current.setSize({ width, height });
      }
    });
    resized.observe(element);
    const endTheme = onThemeChange(draw);
    return () => {
      endTheme();
      resized.disconnect();
      plot.current.destroy();
      plot.current = undefined;
    };
  }, [shape, height]);
  useEffect(() => plot.current?.setData(data), [data]);
  return html`<div class="plot" ref=${box} role="img" aria-label=${label}></div>`;
}
