import { useState } from "react";

/**
 * Whether something has been open. What is loaded when it is opened first is drawn from then on, so that it closes as it likes
 * and gives the focus back.
 */
export function useOpenedOnce(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}
