import { KeyboardSensor, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom'
import type { Sensors } from '@dnd-kit/dom'

/**
 * The pointer takes a card or a column by all of `part`, except where it would press or write
 * something; the keyboard takes it by its handle.
 */
export function dragSensors(part?: string): Sensors {
  return [
    PointerSensor.configure({
      activatorElements: ({ element, handle }) => [
        part === undefined ? element : (element?.querySelector(part) ?? undefined),
        handle,
      ],
      preventActivation: ({ target }) =>
        target instanceof Element && target.closest('input, [role="menuitem"]') !== null,
      activationConstraints: ({ pointerType }) =>
        pointerType === 'touch'
          ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
          : [new PointerActivationConstraints.Distance({ value: 5 })],
    }),
    KeyboardSensor,
  ]
}
