import { Menu } from "@base-ui/react/menu";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { texts } from "../texts/texts.ts";
import { useSession } from "./current-session.ts";
import { useSignOut } from "./sign-out.ts";

/** The menu of the person, with the way out. It opens as it appears. */
export function OpenMenu() {
  const session = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut(session.way);
  const trigger = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    if (wasPressed.current) return;
    wasPressed.current = true;
    // It stands in the place of the button that was pressed, and opens as by a press: with the focus in it.
    trigger.current?.focus();
    trigger.current?.click();
  }, []);
  return (
    <Menu.Root>
      <Menu.Trigger ref={trigger} className="button button-quiet account">
        {session.name} <span className="fine">{session.role}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end">
          <Menu.Popup className="menu">
            <Menu.Item className="menu-item" onClick={() => void navigate({ to: "/sessions" })}>
              {texts.sessions.title}
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={signOut}>
              {texts.frame.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
