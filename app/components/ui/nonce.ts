// The nonce of the response being rendered; empty in the browser, where it has done its work.
import { createContext } from "react";

export const Nonce = createContext("");
