// The nonce of the response being rendered; empty in the browser, which no longer needs it.
import { createContext } from "react";

export const Nonce = createContext("");
